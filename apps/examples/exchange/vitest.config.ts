import { testProject } from '@coin/test-kit/vitest-project';

export default testProject();
