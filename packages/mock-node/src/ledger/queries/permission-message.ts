import { PermissionType } from '../../protocol/messages/enumerations.ts';
import { type PermissionMessage } from '../../protocol/messages/messages.ts';
import { type Permission } from '../../state/records/permission.ts';

/** A permission as answers print it. */
export function permissionMessage({
  type,
  id,
  name,
  threshold,
  parentId,
  operations,
  keys,
}: Permission): PermissionMessage {
  return {
    type: PermissionType.values[type],
    id,
    permission_name: name,
    threshold,
    parent_id: parentId,
    operations,
    keys,
  };
}
