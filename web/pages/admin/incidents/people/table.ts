/** Rows as comma-separated values for spreadsheets, with a mark that it is UTF-8. No cell is a formula. */
export async function writeTable(rows: string[][]): Promise<string> {
  const { default: Papa } = await import("papaparse");
  return `\uFEFF${Papa.unparse(rows, { escapeFormulae: true })}\r\n`;
}
