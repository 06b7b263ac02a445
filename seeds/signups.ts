import type { Hit } from '../src/domain/stored-hit.ts';
import { event, fixedOf, type HitBase, laterBase, pageview, textOf } from './hits.ts';
import type { Random } from './random.ts';
import { hostOf, type TrafficShape } from './traffic.ts';

/** The shares of those who saw the home page and go on to the prices, and of those who go on to the form. */
const TO_PRICES = 0.3;
const TO_FORM = 0.5;
/** The share of those at the form who send it. On a phone, something is wrong with it. */
const SENT = { desktop: 0.62, phone: 0.14 };
const LATEST = 20 * 60_000;

/** Returns what a visitor does after `hits` to get an account, which few do. */
export function signupOf(hits: readonly Hit[], shape: TrafficShape, random: Random): Hit[] {
  const last = hits.at(-1);
  const home = hits.findLast(hit => hit.kind === 'pageview' && textOf(hit, 'page') === '/');
  if (!last || !home || last.time - home.time > LATEST || random() > TO_PRICES) return [];
  const fixed = fixedOf(home);
  const isForm = random() < TO_FORM;
  const isSent = isForm && random() < SENT[fixed.device === 'mobile' ? 'phone' : 'desktop'];
  const plan = random() < 0.7 ? 'free' : 'trial';
  const view = (page: string) => (base: HitBase) => pageview(base, fixed, { host: hostOf(page, shape), page }, null);
  const send = (base: HitBase) =>
    event(
      base,
      { host: shape.host, page: '/signup' },
      { name: 'Signup', amount: null, unit: '', properties: ['plan', plan] },
    );
  const steps = [
    view('/pricing'),
    ...(isForm ? [view('/signup')] : []),
    ...(isSent ? [send, view('/docs/install')] : []),
  ];
  let { time } = last;
  return steps.flatMap(step => {
    time += 10_000 + Math.floor(50_000 * random());
    const base = laterBase(last, time, shape.timezone);
    return base ? [step(base)] : [];
  });
}
