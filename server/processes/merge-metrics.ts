/**
 * Joins what several processes show Prometheus into one text: each metric is described once, with the series of all
 * processes below it. Their labels tell them apart, so nothing is added up: a sum would fall when a process is replaced, and
 * Prometheus would take that for a counter that began again.
 *
 * @param texts in Prometheus' text format, as prom-client writes it
 */
export function mergeMetrics(texts: readonly string[]): string {
  const metrics = new Map<string, string[]>();
  for (const text of texts) {
    let series: string[] = [];
    let help = '';
    for (const line of text.split('\n')) {
      if (line.startsWith('# HELP ')) help = line;
      else if (line.startsWith('# TYPE ')) {
        const name = line.split(' ')[2]!;
        series = metrics.get(name) ?? [help, line];
        metrics.set(name, series);
      } else if (line !== '') series.push(line);
    }
  }
  return [...metrics.values()].map((lines) => `${lines.join('\n')}\n`).join('\n');
}
