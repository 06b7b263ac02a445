import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { find, missing } from './programs.ts';

describe('a program that a suite needs', () => {
  const lacking = { label: 'Abacus', path: null, install: 'apt-get install abacus' };
  const { CI } = process.env;
  beforeEach(() => {
    delete process.env.CI;
  });
  afterEach(() => {
    if (CI !== undefined) process.env.CI = CI;
  });

  it('is no reason to skip when it is there', () => {
    assert.equal(missing({ ...lacking, path: '/usr/bin/abacus' }), false);
  });

  it('is named with the way to install it when it is missing', () => {
    assert.equal(missing(lacking), 'Abacus is not installed; get it with: apt-get install abacus');
  });

  it('must not be missing under CI', () => {
    process.env.CI = '1';
    assert.throws(() => missing(lacking), /Abacus is not installed.*Under CI every suite has to run/);
  });

  it('is found on the PATH, and null otherwise', () => {
    assert.match(find('sh') ?? '', /\/sh$/);
    assert.equal(find('there-is-no-such-program'), null);
  });
});
