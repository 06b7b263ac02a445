import type { SettingValues } from '../domain/website-settings.ts';

/** A registered website with its settings. The password itself is never here. */
export interface Website extends SettingValues {
  readonly id: number;
  readonly accountId: number;
  readonly domain: string;
  /** Milliseconds since 1970, UTC. */
  readonly createdAt: number;
  readonly updatedAt: number;
}
