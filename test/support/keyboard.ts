import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from './until.ts';

/** What the page says of the element that has the focus. */
interface Focused {
  readonly name: string;
  readonly isBody: boolean;
  readonly isSeen: boolean;
  readonly html: string;
}

/** A person who uses a page with the keyboard alone, and fails where the focus cannot be seen. */
export interface Keyboard {
  /** Presses keys one after the other. */
  press(...keys: readonly string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Presses Tab, or Shift+Tab, until what has the focus is called so. */
  to(name: string | RegExp, direction?: 'Tab' | 'Shift+Tab'): Promise<void>;
  /** The same, and then Enter. */
  enter(name: string | RegExp, direction?: 'Tab' | 'Shift+Tab'): Promise<void>;
  /** Enters Delete, and then the Delete of the question. */
  remove(): Promise<void>;
  /** Waits until what is called so has the focus, without a key. */
  at(name: string | RegExp): Promise<void>;
  /** Waits until anything but the whole page has the focus. */
  kept(): Promise<string>;
}

/** Stops of the Tab key before a search gives up. */
const MOST = 200;

export function keyboardOf(page: Page): Keyboard {
  const focused = () => page.evaluate(readFocus);
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focus = async (isIt: (now: Focused) => boolean, what: string) => {
    let now = await focused();
    await until(
      async () => {
        now = await focused();
        return isIt(now);
      },
      () => `${what}. It is on ${now.name}: ${now.html}`,
    );
    return now;
  };
  const to: Keyboard['to'] = async (name, direction = 'Tab') => {
    const passed: string[] = [];
    for (let stop = 0; stop < MOST; stop++) {
      await press(direction);
      const now = await focused();
      assert.ok(now.isBody || now.isSeen, `The focus cannot be seen: ${now.html}`);
      if (isCalled(now.name, name)) return;
      if (!now.isBody && !passed.includes(now.name)) passed.push(now.name);
    }
    assert.fail(`${direction} does not lead to ${name}, but to ${passed.join(', ')}`);
  };
  return {
    press,
    type: text => page.keyboard.type(text),
    to,
    async enter(name, direction) {
      await to(name, direction);
      await press('Enter');
    },
    async remove() {
      await to('Delete');
      await press('Enter');
      await page.getByRole('dialog', { name: /^Delete / }).waitFor();
      await to('Delete');
      await press('Enter');
    },
    async at(name) {
      await focus(now => isCalled(now.name, name), `${name} gets the focus`);
    },
    async kept() {
      const { name, isSeen, html } = await focus(({ isBody }) => !isBody, 'something gets the focus');
      assert.ok(isSeen, `The focus cannot be seen: ${html}`);
      return name;
    },
  };
}

function isCalled(name: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? name === wanted : wanted.test(name);
}

/** Runs in the page. */
function readFocus(): Focused {
  const element = document.activeElement as HTMLElement;
  const said = (ids: string | null) =>
    ids
      ?.split(' ')
      .map(id => document.getElementById(id)?.textContent)
      .join(' ');
  // A label around a choice holds its options as well.
  const labelText = (label?: Element) =>
    label &&
    [...label.childNodes]
      .filter(one => !one.contains(element))
      .map(one => one.textContent)
      .join(' ');
  const texts = [
    said(element.getAttribute('aria-labelledby')),
    element.getAttribute('aria-label'),
    labelText((element as HTMLInputElement).labels?.[0]),
    element.textContent,
  ];
  const name = (texts.find(text => text) ?? '').replace(/\s+/g, ' ').trim();
  const hasStyle = (one: Element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  };
  // A hidden slider shows its focus around its picture, and a page within this one shows its own.
  const shown = element.matches('.chart-slider, .map-slider') ? element.nextElementSibling : element;
  const isOwn = element instanceof HTMLIFrameElement;
  const isSeen = shown !== null && (isOwn || hasStyle(shown)) && element.getClientRects().length > 0;
  return { name, isBody: element === document.body, isSeen, html: element.outerHTML.slice(0, 200) };
}
