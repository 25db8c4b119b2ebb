// The script of the browser test's page: makes the scenario callable.
import { runTransferScenario } from './transfer-scenario.ts';

Object.assign(globalThis, { runTransferScenario });
