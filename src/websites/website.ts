import type { Privacy } from '../domain/settings.ts';

/** A registered website with its settings. The password itself is never here. */
export interface Website {
  readonly id: number;
  readonly accountId: number;
  readonly domain: string;
  readonly privacy: Privacy;
  readonly hasPassword: boolean;
  readonly emailReports: boolean;
  readonly excludeBots: boolean;
  readonly excludeParams: readonly string[];
  readonly excludeIps: readonly string[];
  readonly honorGpc: boolean;
  /** Origins whose pages may show the statistics page inside theirs; `*` stands for all. */
  readonly embedOrigins: readonly string[];
  /** IANA name. */
  readonly timezone: string;
  /** Milliseconds since 1970, UTC. */
  readonly createdAt: number;
  readonly updatedAt: number;
}
