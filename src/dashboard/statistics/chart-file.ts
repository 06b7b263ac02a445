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
/** Pixels of the PNG per pixel of the page. */
const SCALE = 2;

/** Returns the chart that is on the page as an SVG of its own, below its title; null without a chart. */
export function chartSvg(
  title: string,
): { readonly text: string; readonly width: number; readonly height: number } | null {
  const shown = document.querySelector<SVGSVGElement>('.chart-picture');
  if (!shown) return null;
  const copy = shown.cloneNode(true) as SVGSVGElement;
  copy.querySelector('.pointed')?.remove();
  const originals = [...shown.querySelectorAll<SVGElement>('*')].filter(element => !element.closest('.pointed'));
  copy.querySelectorAll<SVGElement>('*').forEach((element, at) => {
    const style = getComputedStyle(originals[at] ?? shown);
    for (const name of STYLES) element.setAttribute(name, style.getPropertyValue(name));
  });
  const [width, height] = [shown.width.baseVal.value, shown.height.baseVal.value + HEAD];
  const { color, backgroundColor, fontFamily } = getComputedStyle(document.body);
  const ground = make('rect', { y: -HEAD, width, height, fill: backgroundColor });
  const heading = make('text', { x: 8, y: 20 - HEAD, fill: color, 'font-size': 16, 'font-weight': 600 });
  heading.textContent = title;
  copy.prepend(ground, heading);
  write(copy, { width, height, viewBox: `0 ${-HEAD} ${width} ${height}`, 'font-family': fontFamily });
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

/** Returns the chart as a PNG; null without a chart. */
export async function chartPng(title: string): Promise<Blob | null> {
  const chart = chartSvg(title);
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
