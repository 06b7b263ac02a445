import { useState } from 'preact/hooks';
import { dayNumber } from '../../domain/calendar.ts';
import { type Compare, RANGE_PRESETS } from '../../domain/range.ts';
import { page } from '../base.ts';
import { formatRange } from '../format.ts';
import { rich, t } from '../messages.ts';
import { Form } from '../parts/form.tsx';
import { Icon, IconButton } from '../parts/icon.tsx';
import { Popover } from '../parts/overlays.tsx';
import { addDays, countDays, type Days, daysOfPreset, presetAfter, stepFrom, todayIn } from './days.ts';
import { usedCompare } from './question.ts';
import { PRESET_KEYS, useRangeKeys } from './range-keys.ts';
import { useView } from './view.ts';

const COMPARES: readonly (Compare | null)[] = ['PREVIOUS_WEEKDAYS', 'PREVIOUS_PERIOD', 'PREVIOUS_YEAR', null];

/** The choice of the range and of the period it is compared with. */
export function RangePicker() {
  const { state, change, shown } = useView();
  const today = todayIn(page.timezone);
  const chosen = state.preset ? daysOfPreset(state.preset, today) : state.days;
  const days = chosen ?? shown?.question.days ?? null;
  const label = state.preset ? t(`range.${state.preset}`) : days ? formatRange(days.from, days.to) : '';
  const stepped = ([-1, 1] as const).map(direction => {
    const next = days && stepFrom({ days, preset: state.preset }, direction, today);
    if (!next) return null;
    return () => {
      const preset = direction > 0 ? presetAfter(days, next, today) : null;
      change({ preset, days: preset ? null : next });
    };
  });
  const [earlier = null, later = null] = stepped;
  useRangeKeys(earlier, later);
  return (
    <>
      {state.areDaysUnread && (
        <p class="fault" role="status">
          <span>{t('range.linkFault')}</span>
          <IconButton
            icon="close"
            name={t('common.close')}
            onClick={() => change({ areDaysUnread: false }, 'replace')}
          />
        </p>
      )}
      <div class="range">
        <IconButton
          icon="left"
          name={t('range.earlier')}
          class="control step"
          disabled={!earlier}
          onClick={() => earlier?.()}
        />
        <Popover
          class="range-popover"
          name={t('range.name', { range: label })}
          align="end"
          label={
            <>
              {label}
              <Icon name="open" />
            </>
          }
        >
          {close => (
            <div class="range-choices">
              <ul class="choices" aria-label={t('range.list')}>
                {RANGE_PRESETS.map(name => (
                  <li key={name}>
                    <button
                      type="button"
                      aria-current={state.preset === name}
                      aria-keyshortcuts={PRESET_KEYS[name]}
                      onClick={() => {
                        change({ preset: name, days: null, interval: null });
                        close();
                      }}
                    >
                      {t(`range.${name}`)}
                    </button>
                  </li>
                ))}
              </ul>
              <div class="range-more">
                <CustomDays
                  days={days}
                  today={today}
                  onChoose={chosen => {
                    change({ preset: null, days: chosen, interval: null });
                    close();
                  }}
                />
                <fieldset>
                  <legend>{t('compare.title')}</legend>
                  {COMPARES.map(compare => (
                    <label key={compare}>
                      <input
                        type="radio"
                        name="compare"
                        checked={usedCompare(state, days) === compare}
                        onChange={() => change({ compare })}
                      />
                      {t(`compare.${compare ?? 'none'}`)}
                    </label>
                  ))}
                  {days && <EarlierDays key={`${days.from} ${days.to}`} days={days} />}
                </fieldset>
              </div>
            </div>
          )}
        </Popover>
        <IconButton
          icon="right"
          name={t('range.later')}
          class="control step"
          disabled={!later}
          onClick={() => later?.()}
        />
      </div>
    </>
  );
}

/** Compares with as many days from another day on: at first, those before the range. */
function EarlierDays({ days }: { readonly days: Days }) {
  const { state, change } = useView();
  const used = usedCompare(state, days);
  const chosen = used !== null && typeof used === 'object' ? used.from : null;
  const last = addDays(days.from, -1);
  const first = addDays('1970-01-01', Math.max(0, dayNumber(days.from) - countDays(days)));
  return (
    <label class="earlier-days">
      <input
        type="radio"
        name="compare"
        checked={chosen !== null}
        onChange={() => change({ compare: { from: first } })}
      />
      {rich(
        'compare.daysFrom',
        {
          day: () => (
            <input
              type="date"
              aria-label={t('compare.firstDay')}
              value={chosen ?? ''}
              min="1970-01-01"
              max={last}
              onChange={({ currentTarget: { value, validity } }) =>
                value !== '' && validity.valid && change({ compare: { from: value } })
              }
            />
          ),
        },
        { day: chosen ?? first },
      )}
    </label>
  );
}

function CustomDays(props: {
  readonly days: Days | null;
  readonly today: string;
  readonly onChoose: (days: Days) => void;
}) {
  const { days, today, onChoose } = props;
  const [from, setFrom] = useState(days?.from ?? today);
  const [to, setTo] = useState(days?.to ?? today);
  const isWrong = from === '' || to === '' || from > to;
  return (
    <Form
      class="custom-days"
      onSubmit={() => onChoose({ from, to })}
      submit={t('common.apply')}
      buttonClass="button small"
      isDisabled={isWrong}
    >
      <label>
        {t('range.from')}
        <input
          type="date"
          value={from}
          min="1970-01-01"
          required
          onInput={event => setFrom(event.currentTarget.value)}
        />
      </label>
      <label>
        {t('range.to')}
        <input type="date" value={to} min="1970-01-01" required onInput={event => setTo(event.currentTarget.value)} />
      </label>
      {isWrong && <p class="problem">{t('range.wrongOrder')}</p>}
    </Form>
  );
}
