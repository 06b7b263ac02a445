import { base } from '../base.ts';

/** The logo, a link to the start page. */
export function Brand() {
  return (
    <a class="brand" href={`${base}/`}>
      <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M5 21V11M12 21V3M19 21v-6" />
      </svg>
      Footfall
    </a>
  );
}
