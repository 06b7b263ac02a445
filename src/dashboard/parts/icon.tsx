import { pressable } from './focus.ts';

const PATHS = {
  up: 'M8 13V3M3.5 7.5 8 3l4.5 4.5',
  down: 'M8 3v10M3.5 8.5 8 13l4.5-4.5',
  close: 'M4 4l8 8M12 4l-8 8',
  open: 'M3.5 6 8 10.5 12.5 6',
  left: 'M10 3.5 5.5 8l4.5 4.5',
  right: 'M6 3.5 10.5 8 6 12.5',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  search: 'M7 11.5a4.5 4.5 0 1 1 0-9 4.5 4.5 0 0 1 0 9ZM10.5 10.5 14 14',
  widen: 'M9.5 2.5h4v4M13.5 2.5 9 7M6.5 13.5h-4v-4M2.5 13.5 7 9',
  out: 'M6 3.5H3v9.5h9.5V10M9 3h4v4M13 3 7.5 8.5',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1',
  moon: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7Z',
  filter: 'M2 4h12M4.5 8h7M7 12h2',
  flag: 'M4 14V2.5M4 3h8l-2 3 2 3H4',
  save: 'M3 2.5h10v11L8 10l-5 3.5Z',
  star: 'M8 2l1.8 3.9 4.200.5-3.100 2.900.8 4.200L8 11.400l-3.700 2.100.8-4.200L2 6.400l4.200-.5Z',
  print: 'M4.5 6V2.5h7V6M4.5 11.5H2.5V6h11v5.5h-2M4.5 9.5h7v4h-7Z',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8Z',
  lock: 'M4 7.5h8v6H4ZM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  globe:
    'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM2 8h12M8 2c2 1.7 2.6 3.8 2.6 6S10 12.300 8 14c-2-1.700-2.600-3.800-2.600-6S6 3.700 8 2Z',
  key: 'M10.500 9a3.500 3.500 0 1 0-3.300-2.300L2.500 11.500v2h2V12H6v-1.500h1.500L8.200 9.700',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon; the text beside it or the name of its button says the same. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** A button that shows only an icon; `name` is its accessible name. */
export function IconButton(props: {
  readonly icon: IconName;
  readonly name: string;
  readonly class?: string;
  readonly disabled?: boolean;
  readonly isPressed?: boolean;
  readonly onClick: () => void;
}) {
  const { icon, name, disabled = false, isPressed, onClick } = props;
  return (
    <button
      type="button"
      class={props.class ?? 'quiet'}
      aria-label={name}
      aria-pressed={isPressed}
      {...pressable(!disabled, onClick)}
    >
      <Icon name={icon} />
    </button>
  );
}
