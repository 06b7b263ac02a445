/** How history is imported from other tools, in Markdown: the beginning of the page /docs/imports and of docs/imports.md. */
export const IMPORTS_TITLE = 'Import history from other tools';

interface Section {
  readonly heading: string;
  readonly text: string;
}

/** What is true for every tool, before the tools. */
export const IMPORTS_SECTIONS: readonly Section[] = [
  {
    heading: 'On a page',
    text: `Open the settings of the website, then *Import history*, and drop the files there: a zip as it is, or all files of one
export together. Footfall recognises the tool, and first shows what it would count: each total and each statistic, as the file
says it and as Footfall will; the days; the rows that are left out, with the reason; and the rows that cannot be read, with
their lines. Nothing counts until you choose *Import*. Hits keep being counted meanwhile, and the page may be closed.

When the import is done, its totals are read back and compared with the file. An import whose result differs fails:
what it counted is removed, and its error names the difference.`,
  },
  {
    heading: 'From the command line',
    text: `\`\`\`
footfall import --website example.com --dry-run export.zip
footfall import --website example.com export.zip
footfall import list --website example.com
footfall import undo 3
\`\`\`

\`--source\` names the tool if it is not recognised, \`--timezone\` the zone of times that come without one, \`--until\` the last day
to count, and \`--mapping\` a file with the names of the columns. \`--json\` prints the import as REST shows it.

Name all files of an export at once, or their folder. What does not belong to the others is named: in a folder, it is left out;
a file that you name yourself is refused.

\`doctor\` lists the imports that are running, waiting or interrupted.`,
  },
  {
    heading: 'Over REST',
    text: `\`\`\`
curl -H 'Authorization: Bearer KEY' -F dry_run=1 -F file=@export.zip https://stats.example.com/api/v1/websites/12/imports
curl -H 'Authorization: Bearer KEY' https://stats.example.com/api/v1/websites/12/imports/3
curl -H 'Authorization: Bearer KEY' -F file=@export.zip https://stats.example.com/api/v1/websites/12/imports
curl -H 'Authorization: Bearer KEY' -X DELETE https://stats.example.com/api/v1/websites/12/imports/3
\`\`\`

Each returns the import, whose \`state\` goes on to \`done\` or \`failed\`. The fields \`source\`, \`timezone\`, \`until\` and \`mapping\`
are those of the command. Over GraphQL, \`createImport\` runs a dry run without its files being sent again, and the subscription
\`importProgress\` reports how far it is.`,
  },
  {
    heading: 'Which days count',
    text: `An import ends on the day before the first hit that Footfall has counted on the website itself, so that no day counts
twice; \`until\` names another last day. Several imports can follow each other. Each has visitors of its own, so a visitor
whose rows of one day are in two imports counts twice: import the logs of whole days. Files with the same content as those of
an import that has counted rows are refused until that import is undone. Otherwise, rows that an earlier import of the same tool
has, or another file of the same import, are left out as \`repeated\`, so files that overlap count each row once, and a file of
which another import has all rows counts nothing. Equal rows within one file, such as two requests in one second, all count,
unless rows have ids of their own: each \`id\` of a general file of hits and each \`event_id\` of Umami counts once, and other
rows with it are left out as \`duplicate\`. Each action of a visit of Matomo counts once, too; what repeats it is left out as
\`repeated\`. The \`uuid\` of Simple Analytics may not be unique, so all data points of one file count.

Files of sums by day overlap if most of the days that two of them have are equal. A day that differs counts from the file with
the larger counts, as the last day of an export may not be whole. Files with other counts, such as those of two hosts, add up, and
a note says on which days. A day that an earlier import has keeps its counts, and a note says if these files have others.

Days that two tools have, such as sums from Plausible and rows from Umami, count twice, because nothing tells which of them are the
same visits. Before that happens, the dry run names the other import and the days; keep one of the two.

Times without a zone are read in the zone of the website unless another one is named.`,
  },
  {
    heading: 'What imported days can answer',
    text: `A file has either *individual hits* or *sums of each day*.

Individual hits become visits, as if Footfall had counted them: they can be filtered, are in funnels and journeys, and are kept for
RETENTION_DAYS; their sums stay. Ids of people and sessions are hashed with a key of the day and forgotten, so nobody can be followed from day to
day.

Sums are added to totals, lists and the chart, which say how much of them is imported. They hold no individual visits, so filters,
funnels, journeys and goals leave them out, and say from which day on they count. What a file does not have, such as hours or
landing pages, stays empty for its days; nothing is guessed.

Visitors of sums are those of the other tool: one that recognises people over days, by cookies for example, counts fewer of
them than Footfall does, which counts visitors by day.`,
  },
  {
    heading: 'Undo',
    text: `*Undo* removes everything that an import has added, also years later and while hits arrive; what Footfall counted
itself stays as it is. Afterwards, the same files can be imported again. A later import that left rows out because this one has
them does not have them either then: the page, the command, and \`undo_note\` name it, and it has to be undone as well and its files
imported again. While such an import is running, this one cannot be undone.`,
  },
  {
    heading: 'Limits',
    text: `All files of an import may have IMPORT_MAX_MB (4096 by default), packed and unpacked, a zip at most 1,000 files, a row
1 MiB, and a hit as JSON 64 KiB. A file that cannot be read as a whole makes an import that fails, and its error names the file, the line and what to do;
nothing of it counts then. An empty file among others is left out with a note. Files may be packed as \`.zip\`, \`.gz\`, \`.bz2\`
or \`.zst\`, also within a zip, and written in UTF-8 or UTF-16. They are stored in DATA_DIR/imports and removed when the import is over. A proxy in front must let large requests
pass; the examples in \`deploy\` do.`,
  },
];
