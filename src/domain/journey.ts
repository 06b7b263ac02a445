export const JOURNEYS_BY = ['PAGE', 'GROUP', 'EVENT'] as const;

/** What journeys lead through: pages, groups of pages, or events. */
export type JourneysBy = (typeof JOURNEYS_BY)[number];

/** What a node of journeys stands for. */
export type JourneyKind = JourneysBy | 'OTHER' | 'END';

/** The size of the journeys on the statistics page. */
export const SHOWN_JOURNEYS = { levels: 5, perLevel: 8 };
