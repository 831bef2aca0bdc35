import type { ReactNode } from "react";
import { formatBytes, formatCount, plural } from "@/lib/format";
import { Card } from "@/ui/Card";
import type { QcReport } from "./report";
import shared from "./report.module.css";
import { buildName } from "./words";

/** What the run was told, what it read, and the versions that computed it. */
export function SettingsCard({ report }: { report: QcReport }) {
  return (
    <Card title="Settings and versions">
      <dl className={shared.facts}>
        <Entry name="Build">{buildName(report.build)}</Entry>
        <Entry name="Reference panel">
          {report.panel
            ? `${report.panel.name} · ${plural(report.panel.matched, "row")} found in it`
            : "none: frequencies and strands were not compared"}
        </Entry>
        {report.software && <Entry name="Written by">{report.software}</Entry>}
        {report.file && (
          <>
            <Entry name="File">
              {report.file.name} · {formatBytes(report.file.bytes)}
            </Entry>
            <Entry name="SHA-256">
              <code className={shared.hash}>{report.file.sha256}</code>
            </Entry>
          </>
        )}
        {Object.entries(report.settings)
          .filter(([name]) => name !== "build")
          .map(([name, value]) => (
            <Entry key={name} name={wordsOf(name)}>
              {settingWords(value)}
            </Entry>
          ))}
        {Object.entries(report.versions).map(([name, value]) => (
          <Entry key={name} name={name}>
            <code>{value}</code>
          </Entry>
        ))}
      </dl>
    </Card>
  );
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function wordsOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A setting as people read it; a group of rules as "name: rule threshold". */
export function settingWords(value: unknown): string {
  if (value === null || value === undefined || value === "") return "not set";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return value >= 1000 ? formatCount(value) : String(value);
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([name, part]) => `${name.replaceAll("_", " ")}: ${ruleWords(part)}`)
    .join("; ");
}

function ruleWords(part: unknown): string {
  if (typeof part !== "object" || part === null) return settingWords(part);
  const { mode, threshold } = part as { mode?: string; threshold?: number };
  if (mode === undefined) return settingWords(part);
  return mode === "off" || !threshold ? mode : `${mode} at ${threshold}`;
}
