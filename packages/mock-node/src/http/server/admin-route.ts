import { type NodeRequest } from '../../message/request.ts';
import { type NodeResponse } from '../../message/response.ts';
import { type AdminContext } from './admin.ts';

/** What answers the paths below `/admin`. */
interface Admin {
  readonly answer: (request: NodeRequest) => NodeResponse | Promise<NodeResponse>;
  /** The answer for an error. Throws it again if it is none of this package's. */
  readonly failure: (error: unknown) => NodeResponse;
}

/** The paths below `/admin`, which are loaded when one is asked for the first time: tests in this process need none. */
export interface AdminRoute extends Admin {
  /** Undefined where they are loaded. */
  readonly load: () => Promise<void> | undefined;
}

/** Whether `/admin` answers, and not the node. */
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
