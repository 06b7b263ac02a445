import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { pagePattern } from '../../src/domain/goal.ts';

describe('A pattern for pages', () => {
  const fits = (pattern: string, page: string) => pagePattern(pattern).fits(page);

  it('is a path, whatever its query', () => {
    assert.equal(fits('/thanks', '/thanks'), true);
    assert.equal(fits('/thanks', '/thanks?order=1'), true);
    assert.equal(fits('/thanks', '/thanks/'), false);
    assert.equal(fits('/thanks', '/Thanks'), false);
    assert.equal(fits('/thanks', '/a/thanks'), false);
  });

  it('is also compared with the query if it has one itself', () => {
    assert.equal(fits('/thanks?order=1', '/thanks?order=1'), true);
    assert.equal(fits('/thanks?order=1', '/thanks?order=12'), false);
    assert.equal(fits('/thanks?*', '/thanks?order=12'), true);
    assert.equal(fits('/thanks?*', '/thanks'), false);
  });

  it('matches any text with a star', () => {
    assert.equal(fits('/blog/*', '/blog/'), true);
    assert.equal(fits('/blog/*', '/blog/a/b?x=1'), true);
    assert.equal(fits('/blog/*', '/blog'), false);
    assert.equal(fits('*/thanks', '/shop/thanks'), true);
    assert.equal(fits('/*/thanks/*', '/de/thanks/now'), true);
    assert.equal(fits('/a*a', '/a'), false);
    assert.equal(fits('/a*b*b', '/ab'), false);
    assert.equal(fits('/a*b*b', '/abb'), true);
    assert.equal(fits('*', '/anything'), true);
  });

  it('can be written decoded, as people type it', () => {
    assert.equal(fits('/über uns', '/%C3%BCber%20uns'), true);
    assert.equal(fits('/%C3%BCber%20uns', '/%C3%BCber%20uns'), true);
  });

  it('has a text that every matching page contains', () => {
    assert.equal(pagePattern('/a/*/longer').literal, '/longer');
    assert.equal(pagePattern('/über').literal, '/%C3%BCber');
    assert.equal(pagePattern('*').literal, '');
  });

  it('stays fast with many stars', () => {
    assert.equal(fits(`/${'*a'.repeat(120)}b`, `/${'a'.repeat(255)}`), false);
  });
});
