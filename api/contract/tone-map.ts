/** How HDR films encode light (ITU-R BT.2100): HLG as phones record it, or PQ (HDR10). */
export type HdrTransfer = 'hlg' | 'pq';

/** SDR white in HDR, in nits (ITU-R BT.2408). All light here is relative to it. */
const WHITE_NITS = 203;
const PQ_MOST = 10_000 / WHITE_NITS;
const HLG_MOST = 1_000 / WHITE_NITS;
/** Light up to this value is not compressed. */
const KNEE = 0.4;
/** The gamma of an SDR display (ITU-R BT.1886). */
const SDR_GAMMA = 2.4;

/**
 * Returns a function that converts one HDR colour to SDR (docs/decisions/0116). It takes BT.2020 codes from 0 to
 * `codes - 1`, as the film encodes them, and returns BT.709 values from 0 to 1.
 * @param codes number of values per channel, such as 1024
 */
export function toneMapper(
  transfer: HdrTransfer,
  codes: number,
): (red: number, green: number, blue: number) => [red: number, green: number, blue: number] {
  const lightOf = Float64Array.from({ length: codes }, (_, code) => (transfer === 'pq' ? pqLight : hlgSceneLight)(code / (codes - 1)));
  return (redCode, greenCode, blueCode) => {
    const [red, green, blue] = [lightOf[redCode] ?? 0, lightOf[greenCode] ?? 0, lightOf[blueCode] ?? 0];
    // BT.2100: a display of 1,000 nits raises the scene's luminance to the power 1.2, hence 0.2 here.
    const shown = transfer === 'hlg' ? HLG_MOST * (0.2627 * red + 0.678 * green + 0.0593 * blue) ** 0.2 : 1;
    // BT.2020 to BT.709 (ITU-R BT.2407).
    const inRed = shown * (1.6605 * red - 0.5876 * green - 0.0728 * blue);
    const inGreen = shown * (-0.1246 * red + 1.1329 * green - 0.0083 * blue);
    const inBlue = shown * (-0.0182 * red - 0.1006 * green + 1.1187 * blue);
    // One factor for all three channels keeps the hue.
    const most = Math.max(inRed, inGreen, inBlue);
    const factor = most > KNEE ? compressed(most) / most : 1;
    return [codeOf(inRed * factor), codeOf(inGreen * factor), codeOf(inBlue * factor)];
  };
}

/** BT.2100, table 4: light on the display. */
function pqLight(code: number): number {
  const power = code ** (1 / 78.84375);
  return PQ_MOST * (Math.max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power)) ** (1 / 0.1593017578125);
}

/** BT.2100, table 5: light of the scene, from 0 to 1. */
const hlgSceneLight = (code: number): number =>
  code <= 0.5 ? code ** 2 / 3 : (Math.exp((code - 0.55991073) / 0.17883277) + 0.28466892) / 12;

const A = (-(KNEE ** 2) * (PQ_MOST - 1)) / (KNEE ** 2 - 2 * KNEE + PQ_MOST);
const B = (KNEE ** 2 - 2 * KNEE * PQ_MOST + PQ_MOST) / (PQ_MOST - 1);
const SCALE = (B ** 2 + 2 * B * KNEE + KNEE ** 2) / (B - A);

/** A hyperbola that continues the straight line below the knee, and is 1 for the brightest light of PQ. */
const compressed = (light: number): number => (SCALE * (light + A)) / (light + B);

const codeOf = (light: number): number => Math.min(Math.max(light, 0), 1) ** (1 / SDR_GAMMA);
