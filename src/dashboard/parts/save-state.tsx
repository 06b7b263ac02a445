import { useLayoutEffect } from 'preact/hooks';
import { t } from '../messages.ts';

/**
 * What the button of a form has beside it: whether its changes are saved. While they are not, the browser asks before
 * the page is left.
 */
export function SaveState({ state, isChanged }: { readonly state: string; readonly isChanged: boolean }) {
  // Not an effect after the next paint: the browser asks as soon as the page says that changes are not saved.
  useLayoutEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isChanged]);
  return (
    <span role="status" class={isChanged ? 'unsaved' : undefined}>
      {isChanged ? t('settings.unsaved') : state === 'done' ? t('settings.saved') : ''}
    </span>
  );
}
