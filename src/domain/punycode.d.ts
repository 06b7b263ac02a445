declare module 'punycode/punycode.es6.js' {
  export function decode(encoded: string): string;
}
