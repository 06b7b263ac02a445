import { WEBSITE_SETTINGS } from '../src/domain/website-settings.ts';

/** Returns a GraphQL fragment with the settings of a website: all of them, or those that REST exposes. */
export function settingsFragment(name: string, of: 'all' | 'rest'): string {
  const fields = WEBSITE_SETTINGS.filter(setting => of === 'all' || 'rest' in setting).map(setting =>
    setting.kind === 'secret' ? setting.shown : setting.name,
  );
  return [
    '# Generated from src/domain/website-settings.ts by npm run generate.',
    `fragment ${name} on Website {`,
    ...fields.map(field => `  ${field}`),
    '}',
    '',
  ].join('\n');
}
