import ipaddr from "ipaddr.js";
import { t } from "../../i18n/translate.ts";
import { badRequest } from "../../model/errors.ts";
import { own } from "../../server/http/list-filters.ts";
import { permission, type Resource, route } from "../../server/http/route.ts";
import type { ConvertedValue } from "./contract.ts";
import * as contract from "./contract.ts";

const READ = permission("can_read", "AdvancedDataType");
const OPERATORS = ["EQUALS", "GREATER_THAN_OR_EQUAL", "GREATER_THAN", "IN", "LESS_THAN", "LESS_THAN_OR_EQUAL"];

const types = route(contract.types, READ, () => ({ result: Object.keys(CONVERSIONS) }));

const convert = route(contract.convert, READ, (_ctx, { q: { type, values: inputs } }) => {
  const conversion = own(CONVERSIONS, type);
  if (!conversion) throw badRequest(t("Invalid advanced data type: {type}", { type }));
  const texts = inputs.map((value) => String(value).trim());
  const wrong = texts.find((text) => conversion(text) === undefined);
  const values = wrong === undefined ? texts.flatMap((text) => conversion(text) ?? []) : [];
  const display = values.map((value) => (typeof value === "object" ? `${value.start} - ${value.end}` : String(value)));
  return {
    result: {
      values,
      error_message: wrong === undefined ? "" : invalidText(type, `'${wrong}'`),
      display_value: display.join(", "),
      valid_filter_operators: OPERATORS,
    },
  };
});

function invalidText(type: string, value: string): string {
  return type === "port"
    ? t("{value} is not a valid port", { value })
    : t("{value} is not a valid internet address", { value });
}

export const advancedDataTypes: Resource = { name: "advanced-data-type", routes: [types, convert] };

type Conversion = (text: string) => ConvertedValue[] | undefined;

const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  internet_address: addressNumbers,
  port: portNumbers,
};

function addressNumbers(text: string): ConvertedValue[] | undefined {
  const [host, bits] = text.split("/");
  if (host === undefined || !isAddress(host)) return undefined;
  if (bits === undefined) return [numberOf(ipaddr.parse(host))];
  if (!ipaddr.isValidCIDR(text)) return undefined;
  const kind = ipaddr.parse(host).kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
  const start = numberOf(kind.networkAddressFromCIDR(text));
  const end = numberOf(lastAddress(kind.networkAddressFromCIDR(text), Number(bits)));
  return [start === end ? start : { start, end }];
}

/** Rejects plain numbers and short forms (`10.1`), which `ipaddr` would accept. */
function isAddress(host: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(host) || (host.includes(":") && ipaddr.IPv6.isValid(host));
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function lastAddress(first: Address, bits: number): Address {
  const bytes = first.toByteArray().map((byte, i) => byte | (0xff >> Math.min(8, Math.max(0, bits - 8 * i))));
  return ipaddr.fromByteArray(bytes);
}

function numberOf(address: Address): number | string {
  const number = BigInt(`0x${Buffer.from(address.toByteArray()).toString("hex")}`);
  return number <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(number) : String(number);
}

const SERVICES: Readonly<Record<string, readonly number[]>> = {
  http: [80],
  https: [443],
  ssh: [22],
  ftp: [20, 21],
  ftps: [989, 990],
  telnet: [23],
  telnets: [992],
  smtp: [25],
  submissions: [465],
  kerberos: [88],
  pop3: [110],
  pop3s: [995],
  nntp: [119],
  imap: [143, 993],
  ldap: [389],
  ldaps: [636],
};
const LARGEST_PORT = 65_535;

function portNumbers(text: string): ConvertedValue[] | undefined {
  const name = text.toLowerCase();
  if (Object.hasOwn(SERVICES, name)) return [...(SERVICES[name] ?? [])];
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= LARGEST_PORT ? [port] : undefined;
}
