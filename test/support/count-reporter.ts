import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Ends a run with the line that `.ci/run` adds up. A file or a hook that fails without a test counts as one failure. */
export class CountReporter implements Reporter {
  onTestRunEnd(files: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const count = (file: TestModule, state: 'passed' | 'failed') => [...file.children.allTests(state)].length;
    let passed = 0;
    let failed = unhandled.length;
    for (const file of files) {
      passed += count(file, 'passed');
      failed += count(file, 'failed') || Number(file.state() === 'failed');
    }
    console.log(`${passed} passed, ${failed} failed`);
  }
}
