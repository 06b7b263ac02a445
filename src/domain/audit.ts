import { attributeOf, type StoredSettings } from './stored-settings.ts';
import { WEBSITE_SETTINGS } from './website-settings.ts';

/** What an audit log notes, each with its description in the API. */
export const AUDIT_ACTIONS = {
  create: 'Something was created: a share link, goal, funnel, segment or annotation.',
  change: 'Something was changed: settings, alerts, the recipients of reports, a goal or a funnel.',
  delete: 'Something was deleted.',
  import: 'An import was started.',
  undo: 'The undo of an import was started.',
  forget: 'A request to forget was started.',
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

/**
 * Returns which settings were changed, such as `settings: privacy (private to public), excluded parameters`. Lists and
 * secrets are only named, because they can contain addresses.
 */
export function changedSettings(before: StoredSettings, changes: Partial<StoredSettings>): string {
  const words = WEBSITE_SETTINGS.flatMap(setting => {
    const attribute = attributeOf(setting);
    const { [attribute]: after } = changes;
    if (after === undefined) return [];
    const show = (value: unknown): string => {
      if (setting.kind === 'choice') return setting.options[Number(value)]?.value.toLowerCase() ?? String(value);
      return setting.kind === 'flag' ? (value === 1 ? 'on' : 'off') : String(value);
    };
    const isShown = setting.kind !== 'lines' && setting.kind !== 'secret';
    return [isShown ? `${setting.called} (${show(before[attribute])} to ${show(after)})` : setting.called];
  });
  return `settings: ${words.join(', ')}`;
}
