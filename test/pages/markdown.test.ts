import assert from 'node:assert/strict';
import { it } from 'vitest';
import { inline, markdown } from '../../src/pages/markdown.ts';

it('Markdown becomes paragraphs, lists, code and links, and HTML in it stays text', () => {
  assert.equal(
    markdown('Open *Settings*, **then** `a < b`:\n\n- one\n- <b>two</b>\n\n1. first\n2. second').text,
    '<p>Open <em>Settings</em>, <strong>then</strong> <code>a &lt; b</code>:</p>\n<ul>\n<li>one</li>\n<li>&lt;b&gt;two&lt;/b&gt;</li>\n</ul>\n<ol>\n<li>first</li>\n<li>second</li>\n</ol>\n',
  );
  assert.match(markdown('Before\n\n```sh\na\n\n*b*\n```\n\nAfter').text, /<code>a\n\n\*b\*<\/code><\/pre>\n<p>After/);
  assert.equal(
    inline('[a tool](https://a.example/x?y=1&z), [ours](collecting.md), https://b.example/c.').text,
    '<a href="https://a.example/x?y=1&amp;z" rel="noreferrer">a tool</a>, ours, <a href="https://b.example/c" rel="noreferrer">https://b.example/c</a>.',
  );
  assert.equal(inline('[x](javascript:alert)').text, 'x');
});
