import { accountEndpoints } from './account-endpoints.ts';
import { addressEndpoints } from './address-endpoints.ts';
import { assetEndpoints } from './asset-endpoints.ts';
import { blockEndpoints } from './block-endpoints.ts';
import { broadcastingEndpoints } from './broadcasting-endpoints.ts';
import { buildingEndpoints } from './building-endpoints.ts';
import { callingEndpoints } from './calling-endpoints.ts';
import { chainInformationEndpoints } from './chain-information-endpoints.ts';
import { contractEndpoints } from './contract-endpoints.ts';
import { delegationEndpoints } from './delegation-endpoints.ts';
import { deployingEndpoints } from './deploying-endpoints.ts';
import { type Endpoint } from './endpoint.ts';
import { exchangeEndpoints } from './exchange-endpoints.ts';
import { governanceEndpoints } from './governance-endpoints.ts';
import { marketEndpoints } from './market-endpoints.ts';
import { notModelledEndpoints } from './not-modelled-endpoints.ts';
import { rewardEndpoints } from './reward-endpoints.ts';
import { signatureEndpoints } from './signature-endpoints.ts';
import { transactionEndpoints } from './transaction-endpoints.ts';

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
  ...assetEndpoints,
  ...delegationEndpoints,
  ...exchangeEndpoints,
  ...marketEndpoints,
  ...governanceEndpoints,
  ...rewardEndpoints,
  ...addressEndpoints,
  ...chainInformationEndpoints,
  ...notModelledEndpoints,
];
