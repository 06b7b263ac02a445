import { usePress } from './press.ts';

/** A row of tabs, one of them chosen; the arrow keys move between them, as in the ARIA pattern for tabs. */
export function Tabs(props: {
  readonly class?: string;
  readonly name: string;
  readonly tabs: readonly (readonly [key: string, label: string])[];
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
  /** The id of the element that the tabs change. */
  readonly controls: string;
}) {
  const { name, tabs, controls } = props;
  const [chosen, choose] = usePress(props.chosen, props.onChoose);
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const at = tabs.findIndex(([key]) => key === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (step === 0 || !next) return;
    event.preventDefault();
    choose(next[0]);
    const buttons = (event.currentTarget as HTMLElement).querySelectorAll('button');
    buttons[(at + step + tabs.length) % tabs.length]?.focus();
  };
  return (
    <div class={`tabs ${props.class ?? ''}`} role="tablist" aria-label={name} onKeyDown={move}>
      {tabs.map(([key, label]) => (
        <button
          type="button"
          role="tab"
          key={key}
          aria-selected={key === chosen}
          aria-controls={controls}
          tabIndex={key === chosen ? 0 : -1}
          onClick={() => choose(key)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
