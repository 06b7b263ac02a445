import { t } from '../messages.ts';

const REASONS = [
  'BOT',
  'EXCLUDED_IP',
  'UNKNOWN_WEBSITE',
  'PREFETCH',
  'DUPLICATE',
  'RATE_LIMITED',
  'SPAM_REFERRER',
  'EXCLUDED_REFERRER',
  'EXCLUDED_COUNTRY',
  'EXCLUDED_HOST',
  'LARGE_AMOUNT',
] as const;

/** Returns what a reason for not counting a hit is called, and advice on how to count it; an unknown one as it is. */
export function reasonOf(name: string): { readonly label: string; readonly advice: string } {
  const reason = REASONS.find(known => known === name);
  return reason
    ? { label: t(`dropped.${reason}`), advice: t(`dropped.${reason}.advice`) }
    : { label: name, advice: '' };
}
