/** Letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc]/;

/**
 * A value that strangers sent, kept apart from the text around it. In a path, the parts keep their order, too, whatever
 * script they are in: without it, the numbers of `/مرحبا/2024-05-12` would be read as `12-05-2024`.
 */
export function Value({ text }: { readonly text: string }) {
  if (!text.startsWith('/') || !RIGHT_TO_LEFT.test(text)) return <bdi>{text}</bdi>;
  return (
    <bdi dir="ltr">
      {text.split(/([/?&=])/).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part has no state.
        <bdi key={at}>{part}</bdi>
      ))}
    </bdi>
  );
}
