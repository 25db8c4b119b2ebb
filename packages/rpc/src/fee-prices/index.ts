export { getFeePrices } from './get-fee-prices.ts';
export { getOwnerResources } from './get-owner-resources.ts';
export { getDeployerShare, type GetDeployerShareArgs } from './get-deployer-share.ts';
export {
  getResourceState,
  type NetworkResource,
  type ResourceState,
  type StakedResource,
} from './get-resource-state.ts';
