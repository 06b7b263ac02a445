type Attributes = Readonly<Record<string, string | number>>;

const XMLNS = 'http://www.w3.org/2000/svg';
/** What a file has to say itself, since it is shown without the style sheets of the page. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'text-anchor',
  'font-size',
];
const HEAD = 36;
/** The height of a line below the title. */
const LINE = 18;
/** Pixels of the PNG per pixel of the page. */
const SCALE = 2;

/** What stands above the chart in a file. */
export interface Heading {
  readonly title: string;
  /** What the visits are filtered by. */
  readonly filters: readonly string[];
  /** What the line is, and what the one is that it is compared with; empty for one line. */
  readonly legend: readonly string[];
}

/** Returns the chart that is on the page as an SVG of its own, below its heading; null without a chart. */
export function chartSvg({
  title,
  filters,
  legend,
}: Heading): { readonly text: string; readonly width: number; readonly height: number } | null {
  const shown = document.querySelector<SVGSVGElement>('.chart-picture');
  if (!shown) return null;
  const copy = shown.cloneNode(true) as SVGSVGElement;
  copy.querySelector('.pointed')?.remove();
  const originals = [...shown.querySelectorAll<SVGElement>('*')].filter(element => !element.closest('.pointed'));
  copy.querySelectorAll<SVGElement>('*').forEach((element, at) => {
    const style = getComputedStyle(originals[at] ?? shown);
    for (const name of STYLES) element.setAttribute(name, style.getPropertyValue(name));
  });
  const head = HEAD + LINE * (filters.length + legend.length);
  const [width, height] = [shown.width.baseVal.value, shown.height.baseVal.value + head];
  const { color, backgroundColor, fontFamily } = getComputedStyle(document.body);
  const ground = make('rect', { y: -head, width, height, fill: backgroundColor });
  const heading = make('text', { x: 8, y: 20 - head, fill: color, 'font-size': 16, 'font-weight': 600 });
  heading.textContent = title;
  const pen = document.createElement('canvas').getContext('2d');
  if (pen) pen.font = `12px ${fontFamily}`;
  const line = (text: string, at: number, x: number) => {
    const element = make('text', { x, y: 40 - head + LINE * at, fill: color, 'font-size': 12 });
    let cut = text;
    while (cut !== '' && (pen?.measureText(cut).width ?? 0) > width - x - 16) cut = cut.slice(0, -1);
    element.textContent = cut === text ? text : `${cut}…`;
    return element;
  };
  const samples = [...copy.querySelectorAll('.line:not(.before)'), ...copy.querySelectorAll('.line.before')];
  copy.prepend(
    ground,
    heading,
    ...filters.map((text, at) => line(text, at, 8)),
    ...legend.flatMap((text, at) => {
      const sample = (at === 0 ? samples[0] : samples.at(-1))?.cloneNode() as SVGElement | undefined;
      if (!sample) return [];
      const y = 36 - head + LINE * (filters.length + at);
      return [write(sample, { d: `M8,${y}h24` }), line(text, filters.length + at, 40)];
    }),
  );
  write(copy, { width, height, viewBox: `0 ${-head} ${width} ${height}`, 'font-family': fontFamily });
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

/** Returns the chart as a PNG; null without a chart. */
export async function chartPng(heading: Heading): Promise<Blob | null> {
  const chart = chartSvg(heading);
  if (!chart) return null;
  const url = URL.createObjectURL(new Blob([chart.text], { type: 'image/svg+xml' }));
  const image = new Image();
  image.src = url;
  await image.decode();
  const [width, height] = [chart.width * SCALE, chart.height * SCALE];
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  URL.revokeObjectURL(url);
  return new Promise(resolve => canvas.toBlob(resolve));
}

function make(name: string, attributes: Attributes): SVGElement {
  return write(document.createElementNS(XMLNS, name), attributes);
}

function write(element: SVGElement, attributes: Attributes): SVGElement {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
