import { testProject } from './tools/test-kit/vitest-project.ts';

// One project for all packages: each source is transformed once, and a worker keeps it from one package to the next.
export default testProject(['{packages,apps,apps/examples}/*/test/**/*.test.ts', 'tools/test/**/*.test.ts']);
