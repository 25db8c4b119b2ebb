import { testProject } from '@coin/examples/vitest-project';

export default testProject();
