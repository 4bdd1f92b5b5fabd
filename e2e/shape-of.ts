/** What Playwright reads of a page for assistive technology, with the box of each part. */
export type AriaNode = {
  role: string;
  name?: string;
  level?: number;
  box?: Box;
  children?: Told[];
};
type Box = { x: number; y: number; width: number; height: number };

/** Told with its place; everything else that is told is a control. */
const PARTS = new Set(
  'banner navigation main complementary contentinfo region search dialog form group radiogroup tablist toolbar table grid heading figure tabpanel menu listbox'.split(
    ' ',
  ),
);
const CONTROLS = new Set(
  'button link textbox searchbox combobox checkbox radio switch tab slider spinbutton menuitem columnheader'.split(
    ' ',
  ),
);
/** There as often as there are things: only what they are made of is told, all together. */
const EACH = new Set(['row', 'listitem', 'article', 'option', 'gridcell', 'img']);
/** What stands in the frame. */
const IN_FRAME = new Set(['main', 'complementary', 'dialog']);
/** Whose controls are named by data alone. */
const NAMED_BY_DATA = /^(Used lately|Weeks of|Days of the week)/;
/** What a line of text may break in two, or what stays in sight while others pass below it. */
const MAY_LIE_OVER = new Set(['link', 'columnheader']);
/** Comes and goes by itself. */
const PASSING = new Set(['status', 'alert', 'log', 'tooltip', 'progressbar']);
/** What lies in one of these is laid out apart from what lies in another: a bar at the foot of a phone is over what scrolls. */
const LANDMARKS = new Set(['banner', 'navigation', 'main', 'complementary', 'contentinfo', 'dialog']);
/** May be wider than the screen: they scroll in themselves. */
const SCROLLS = new Set(['table', 'grid', 'tablist', 'region', 'navigation', 'figure']);
/** From how many controls on whose names are dates or figures they are told as one. */
const MANY = 5;

/** How much of a page is told: all of it, or what stands in its frame of navigation and top line. */
export type Extent = 'all' | 'main';

/**
 * What a page is made of, a line for each part: what assistive technology is told of it, where it stands to the one before it,
 * and what is wrong with that. Of data (dates, figures, people, rows of lists) only the kind is told, so that neither the day nor
 * chance changes a line.
 *
 * @param tree what was read of the page
 * @param width of the screen, in pixels
 */
export function shapeOf(tree: readonly Told[], width: number, extent: Extent): string[] {
  // Behind an open dialog nothing can be reached.
  const dialog = findLast(tree, ({ role }) => role === 'dialog');
  const lines: string[] = [];
  tell(dialog ? [dialog] : tree, { depth: 0, inNavigation: false, scrolls: false, standing: [] });
  return lines;

  function tell(nodes: readonly Told[], at: Around): void {
    const shown = flatten(nodes, at.inNavigation);
    const told = new Set<string>();
    let before: Box | undefined;
    for (const node of shown) {
      const isPart = PARTS.has(node.role) || (node.role === 'article' && shown.length === 1);
      const line = isPart ? partLine(node, before, at) : otherLine(node, shown, at);
      const isFrame = extent === 'main' && at.depth === 0 && !IN_FRAME.has(node.role);
      if (isPart) before = boxOf(node) ?? before;
      if (isFrame || line === null) continue;
      if (isPart || !told.has(line)) lines.push('  '.repeat(at.depth) + line);
      told.add(line);
      if (isPart) tell(node.children ?? [], inside(node, at));
    }
  }

  function partLine(node: AriaNode, before: Box | undefined, at: Around): string | null {
    const box = boxOf(node);
    if (!box) return null;
    const name = plainName(node.name ?? '');
    const facts = [...(before ? [placeOf(box, before)] : []), ...beyond(node, box, at)];
    // How wide a table or a name is hangs on what stands in it.
    const isMeasured = name === (node.name ?? '') && node.role !== 'table';
    return lineOf(`${node.role} ${name}`, facts, isMeasured ? box : undefined);
  }

  function otherLine(node: AriaNode, among: readonly AriaNode[], at: Around): string {
    if (EACH.has(node.role)) return eachLine(node.role, among);
    const name = isOneOfMany(node, among) || at.areNamedByData ? '…' : plainName(node.name ?? '');
    const box = boxOf(node);
    const under = box && !MAY_LIE_OVER.has(node.role) && at.standing.find((one) => areOver(one.box, box));
    if (box) at.standing.push({ name, box });
    const facts = [...(box ? beyond(node, box, at) : []), ...(under ? [`over ${under.name}`] : [])];
    return lineOf(`${node.role} ${name}`, facts, node.role === 'textbox' && name !== '…' ? box : undefined);
  }

  function beyond({ role }: AriaNode, box: Box, at: Around): string[] {
    const isBeyond = box.x < -1 || box.x + box.width > width + 1;
    return isBeyond && !at.scrolls && !SCROLLS.has(role) && role !== 'link' ? ['beyond the screen'] : [];
  }
}

type Told = AriaNode | string;

type Around = {
  depth: number;
  inNavigation: boolean;
  scrolls: boolean;
  areNamedByData?: boolean;
  /** Controls of the same landmark that were told before. */
  standing: { name: string; box: Box }[];
};

function inside({ role, name = '' }: AriaNode, at: Around): Around {
  return {
    depth: at.depth + 1,
    inNavigation: at.inNavigation || role === 'navigation',
    scrolls: at.scrolls || SCROLLS.has(role),
    areNamedByData: NAMED_BY_DATA.test(name),
    standing: LANDMARKS.has(role) ? [] : at.standing,
  };
}

function boxOf({ box }: AriaNode): Box | undefined {
  return box && box.width > 1 && box.height > 1 ? box : undefined;
}

function lineOf(label: string, facts: readonly string[], box: Box | undefined): string {
  const told = facts.length > 0 ? ` (${facts.join(', ')})` : '';
  return `${label.trimEnd()}${told}${box ? ` [${Math.round(box.x)} +${Math.round(box.width)}]` : ''}`;
}

/** Kinds of controls in all things of a kind, since one of them may lack what another one has. */
function eachLine(role: string, among: readonly AriaNode[]): string {
  const roles = new Set<string>();
  const look = (nodes: readonly Told[]): void => {
    for (const node of nodes) {
      if (typeof node === 'string') continue;
      if (CONTROLS.has(node.role)) roles.add(node.role);
      look(node.children ?? []);
    }
  };
  look(among.filter((one) => one.role === role).flatMap(({ children = [] }) => children));
  return roles.size > 0 ? `${role}s with ${[...roles].toSorted().join(', ')}` : `${role}s`;
}

/** The parts and controls among nodes and below those that are neither; what is there for each thing stays whole. */
function flatten(nodes: readonly Told[], inNavigation: boolean): AriaNode[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string' || PASSING.has(node.role)) return [];
    if (EACH.has(node.role) && !(inNavigation && node.role === 'listitem') && !isHeadRow(node)) return [node];
    if (PARTS.has(node.role) || CONTROLS.has(node.role)) return [node];
    return flatten(node.children ?? [], inNavigation);
  });
}

function isHeadRow({ role, children = [] }: AriaNode): boolean {
  return role === 'row' && children.some((one) => typeof one !== 'string' && one.role === 'columnheader');
}

function isOneOfMany(node: AriaNode, among: readonly AriaNode[]): boolean {
  const isNamedByData = ({ role, name = '' }: AriaNode) => role === node.role && plainName(name) !== name;
  return !PARTS.has(node.role) && isNamedByData(node) && among.filter(isNamedByData).length >= MANY;
}

function findLast(nodes: readonly Told[], isIt: (node: AriaNode) => boolean): AriaNode | undefined {
  for (const node of nodes.toReversed()) {
    if (typeof node === 'string') continue;
    const found = isIt(node) ? node : findLast(node.children ?? [], isIt);
    if (found) return found;
  }
  return undefined;
}

function placeOf(box: Box, before: Box): string {
  if (box.y >= before.y + before.height - 1) return 'below';
  if (box.x >= before.x + before.width - 1) return 'beside';
  if (box.x + box.width <= before.x + 1) return 'in front';
  return box.y + box.height <= before.y + 1 ? 'above' : 'over';
}

function areOver(a: Box, b: Box): boolean {
  return (
    Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 2 &&
    Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 2
  );
}

/** A name without what is another one tomorrow: dates, days, figures and addresses. */
function plainName(name: string): string {
  return name
    .replace(/\s+/g, ' ')
    .replace(/\S+@\S+/g, '@')
    .replace(
      /\b(Today|Yesterday|Tomorrow|(Mon|Tue|Wed|Thu|Fri|Sat|Sun)(day|sday|nesday|rsday|urday)?)\b/g,
      'Day',
    )
    .replace(
      /\b(Jan(uary)?|Feb(ruary)?|Mar(ch)?|Apr(il)?|May|June?|July?|Aug(ust)?|Sep(tember)?|Oct(ober)?|Nov(ember)?|Dec(ember)?)\b/g,
      'Month',
    )
    .replace(/\d[\d.,:%/–-]*( ?[–-] ?\d[\d.,:%/]*)?/g, '0')
    .replace(/(0 Month( 0)?|Month 0(,? 0)?)/g, 'date')
    .replace(/(0|date) ?[–-] ?date/g, 'date')
    .replace(/Day,? date/g, 'date')
    .trim();
}
