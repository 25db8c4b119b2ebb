// The script of the browser test's page: makes the scenarios callable.
import { runProofScenario } from './proof-scenario.ts';
import { runTransferScenario } from './transfer-scenario.ts';

Object.assign(globalThis, { runProofScenario, runTransferScenario });
