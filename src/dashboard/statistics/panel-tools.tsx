import { useRef, useState } from 'preact/hooks';
import { t } from '../messages.ts';
import { Icon, IconButton } from '../parts/icon.tsx';
import type { StatName } from './__generated__/operations.ts';
import { titleOf } from './list-table.tsx';
import { listOf, withList } from './url-state.ts';
import { useShown } from './view.ts';
import { ViewLink } from './view-link.tsx';

/** The search of a list, and a link to the list on the whole page. */
export function PanelTools({ name }: { readonly name: StatName }) {
  const { state, change } = useShown();
  const list = titleOf(state, name);
  const { search } = listOf(state, name);
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const onSearch = (text: string) =>
    change(newest => ({ lists: withList(newest, name, { search: text, page: 1 }) }), 'replace');
  const isShown = isOpen || search !== '';
  return (
    <div class="tools">
      {isShown ? (
        <input
          ref={input}
          type="search"
          class="search"
          placeholder={t('common.search')}
          aria-label={t('list.search', { list })}
          value={search}
          onInput={event => onSearch(event.currentTarget.value)}
          onBlur={() => setOpen(false)}
          onKeyDown={event => {
            if (event.key !== 'Escape') return;
            onSearch('');
            setOpen(false);
          }}
        />
      ) : (
        <IconButton
          icon="search"
          name={t('list.search', { list })}
          onClick={() => {
            setOpen(true);
            requestAnimationFrame(() => input.current?.focus());
          }}
        />
      )}
      <ViewLink
        class="quiet"
        names={{ 'aria-label': t('list.widenOne', { list }), title: t('list.widen') }}
        view={name}
      >
        <Icon name="widen" />
      </ViewLink>
    </div>
  );
}
