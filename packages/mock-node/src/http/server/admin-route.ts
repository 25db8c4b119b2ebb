import { type NodeRequest } from '../../message/request.ts';
import { type NodeResponse } from '../../message/response.ts';
import { type AdminContext } from './admin.ts';

/** Answers the paths below `/admin`. */
interface Admin {
  readonly answer: (request: NodeRequest) => NodeResponse | Promise<NodeResponse>;
  /** Returns the answer for an error of this package, and rethrows any other error. */
  readonly failure: (error: unknown) => NodeResponse;
}

/**
 * The paths below `/admin`. They are loaded with the first request for one, because tests in this process do not need
 * them.
 */
export interface AdminRoute extends Admin {
  /** Undefined once they are loaded. */
  readonly load: () => Promise<void> | undefined;
}

/** Whether the path belongs to `/admin` and not to the node. */
export const isAdminPath = (path: string): boolean => path === '/admin' || path.startsWith('/admin/');

export function createAdminRoute(context: AdminContext): AdminRoute {
  let admin: Admin | undefined;
  const load = async (): Promise<void> => {
    const { adminFailure, createAdmin } = await import('./admin.ts');
    admin ??= { answer: createAdmin(context), failure: (error) => adminFailure(error) };
  };
  const loaded = (): Admin => {
    if (admin === undefined) throw new Error('The paths below /admin are not loaded.');
    return admin;
  };
  return {
    load: () => (admin === undefined ? load() : undefined),
    answer: (request) => loaded().answer(request),
    failure: (error) => loaded().failure(error),
  };
}
