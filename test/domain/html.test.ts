import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { html } from '../../src/domain/html.ts';

describe('HTML', () => {
  it('escapes inserted texts and keeps inserted HTML', () => {
    assert.equal(html`<p title="${'"<&>\''}">${'<b>'}</p>`.text, '<p title="&quot;&lt;&amp;&gt;&#39;">&lt;b&gt;</p>');
    assert.equal(html`<ul>${[html`<li>1</li>`, html`<li>2</li>`]}</ul>`.text, '<ul><li>1</li><li>2</li></ul>');
    assert.equal(html`<p>${null}${1}</p>`.text, '<p>1</p>');
  });
});
