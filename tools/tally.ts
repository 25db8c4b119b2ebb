// node tools/tally.ts REPORT…: adds up vitest's JSON reports. The last line reads `N passed, N failed`.
import { readFileSync } from 'node:fs';

const tally = { passed: 0, failed: 0 };
for (const file of process.argv.slice(2)) {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  tally.passed += report.numPassedTests;
  tally.failed += report.numFailedTests + (report.success || report.numFailedTests > 0 ? 0 : 1);
}
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed > 0 || tally.passed === 0 ? 1 : 0;
