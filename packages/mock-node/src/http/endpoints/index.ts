import type { Endpoint } from '../endpoint.ts';
import { accountEndpoints } from './accounts.ts';
import { addressEndpoints } from './addresses.ts';
import { blockEndpoints } from './blocks.ts';
import { broadcastingEndpoints } from './broadcasting.ts';
import { buildingEndpoints } from './building.ts';
import { callingEndpoints } from './calling.ts';
import { chainInformationEndpoints } from './chain-information.ts';
import { contractEndpoints } from './contracts.ts';
import { delegationEndpoints } from './delegations.ts';
import { deployingEndpoints } from './deploying.ts';
import { governanceEndpoints } from './governance.ts';
import { notModelledEndpoints } from './not-modelled.ts';
import { rewardEndpoints } from './rewards.ts';
import { signatureEndpoints } from './signatures.ts';
import { transactionEndpoints } from './transactions.ts';

/** Every path of the node, family by family. */
export const endpoints: readonly Endpoint[] = [
  ...buildingEndpoints,
  ...deployingEndpoints,
  ...callingEndpoints,
  ...broadcastingEndpoints,
  ...signatureEndpoints,
  ...transactionEndpoints,
  ...blockEndpoints,
  ...contractEndpoints,
  ...accountEndpoints,
  ...delegationEndpoints,
  ...governanceEndpoints,
  ...rewardEndpoints,
  ...addressEndpoints,
  ...chainInformationEndpoints,
  ...notModelledEndpoints,
];
