import { type Dashboard, DESKTOP, startDashboard } from './dashboard.ts';
import type { OpenPlace } from './databases.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

/** Starts a dashboard with the public website site.example and its hits. */
export async function startSite(openPlace: OpenPlace): Promise<Dashboard> {
  const dashboard = await startDashboard(openPlace);
  await dashboard.create({ domain: 'site.example', privacy: 'PUBLIC' });
  await dashboard.count(siteHits());
  return dashboard;
}

/**
 * Returns the hits of three visitors on two days, the last of which is the day before yesterday: older than today, and than
 * a new website. No visit goes on beyond midnight, when its visitor would become another.
 */
function siteHits(): object[] {
  const yesterday = (Math.floor(Date.now() / 86_400_000) - 1) * 86_400_000;
  const at = (hours: number) => new Date(yesterday - hours * 3_600_000).toISOString();
  const base = 'https://site.example';
  return [
    {
      page: `${base}/`,
      time: at(30),
      ip: '1.1.1.1',
      user_agent: DESKTOP,
      language: 'de-DE',
      referrer: 'https://news.example/x',
    },
    { page: `${base}/pricing`, time: at(29.9), ip: '1.1.1.1', user_agent: DESKTOP, language: 'de-DE' },
    { page: `${base}/?utm_campaign=spring`, time: at(2), ip: '8.8.8.8', user_agent: IPHONE, language: 'en-US' },
    {
      page: `${base}/`,
      time: at(1.9),
      ip: '8.8.8.8',
      user_agent: IPHONE,
      event: { name: 'Purchase', value: 12.5, unit: 'EUR' },
    },
    { page: `${base}/docs`, time: at(1), ip: '9.9.9.9', user_agent: DESKTOP, screen_resolution: '1920x1080' },
  ];
}
