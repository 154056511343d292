import { describe, expect, test } from "vitest";
import { canonicalName, isPublic, matchHost, parseHost, printEndpoint } from "../../src/model/host.ts";
import { classOfAddress, parseAddress, printAddress } from "../../src/model/ip.ts";
import { valueOf } from "../support/arbitraries.ts";

describe("addresses", () => {
  const spelled: readonly [string, string | undefined][] = [
    ["127.0.0.1", "127.0.0.1"],
    ["0x7f.1", "127.0.0.1"],
    ["2130706433", "127.0.0.1"],
    ["0177.0.0.01", "127.0.0.1"],
    ["127.1", "127.0.0.1"],
    ["[::1]", "::1"],
    ["::ffff:127.0.0.1", "127.0.0.1"],
    ["::ffff:7f00:1", "127.0.0.1"],
    ["fe80::1%eth0", "fe80::1"],
    ["2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
    ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
    ["0:0:0:0:0:0:0:0", "::"],
    ["1:0:0:0:0:0:0:0", "1::"],
    ["64:ff9b::10.0.0.1", "64:ff9b::a00:1"],
    ["256.1.1.1", undefined],
    ["1.2.3.4.5", undefined],
    ["1.2.3.08", undefined],
    ["1.2.3.99999", undefined],
    ["1.2.", undefined],
    ["::1::", undefined],
    ["1:2:3:4:5:6:7:8:9", undefined],
    ["1:2:3:4:5:6:7::8", undefined],
    ["1:2:3", undefined],
    ["12345::", undefined],
    ["::1.2.3.999", undefined],
    ["name", undefined],
  ];
  test.each(spelled)("%s is %s", (text, canonical) => {
    const found = parseAddress(text);
    expect(found && printAddress(found)).toBe(canonical);
  });
  const classes: readonly [string, string | undefined][] = [
    ["169.254.169.254", "@metadata"],
    ["fd00:ec2::254", "@metadata"],
    ["168.63.129.16", "@metadata"],
    ["192.0.0.192", "@metadata"],
    ["100.100.100.200", "@metadata"],
    ["169.254.1.1", "@link-local"],
    ["127.8.8.8", "@loopback"],
    ["0.0.0.0", "@loopback"],
    ["10.1.2.3", "@private"],
    ["172.31.0.1", "@private"],
    ["172.32.0.1", undefined],
    ["100.64.0.1", "@private"],
    ["64:ff9b::a00:1", "@private"],
    ["2002:a00:1::", "@private"],
    ["::7f00:1", "@loopback"],
    ["64:ff9b::7f00:1", "@loopback"],
    ["64:ff9b:1::a9fe:a9fe", "@metadata"],
    ["2002:a9fe:101::1", "@link-local"],
    ["64:ff9b::808:808", "@private"],
    ["2001:0:1::1", "@private"],
    ["::ffff:0:7f00:1", "@private"],
    ["192.0.0.170", "@private"],
    ["100::1", "@private"],
    ["2001:db8::1", undefined],
    ["::1", "@loopback"],
    ["8.8.8.8", undefined],
    ["2606:4700::1", undefined],
  ];
  test.each(classes)("%s is of class %s", (text, name) => {
    const address = parseAddress(text);
    expect(address && classOfAddress(address)).toBe(name);
    expect(isPublic(text)).toBe(name === undefined);
  });
});

describe("names", () => {
  const names: readonly [string, string | undefined][] = [
    ["API.GitHub.com.", "api.github.com"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["MÜNCHEN.de", "xn--mnchen-3ya.de"],
    ["例え。テスト", "xn--r8jz45g.xn--zckzah"],
    ["ليهمابتكلموشعربي؟", "xn--egbpdaj6bu4bxfgehfvwxn"],
    ["ｅｘａｍｐｌｅ.com", "example.com"],
    ["a_b.example", "a_b.example"],
    ["-a.example", undefined],
    ["a-.example", undefined],
    ["a..b", undefined],
    ["", undefined],
    [`${"a".repeat(64)}.example`, undefined],
    [`${"a.".repeat(127)}aa`, undefined],
  ];
  test.each(names)("%j is %j", (text, canonical) => {
    expect(canonicalName(text)).toBe(canonical);
  });
  test.each(["localhost", "x.localhost", "printer.local", "db.internal", "box.lan", "x.home.arpa", "w.intranet"])(
    "%s is not public",
    (name) => {
      expect(isPublic(name)).toBe(false);
    },
  );
});

describe("patterns", () => {
  const spelled: readonly [string, string][] = [
    ["API.github.com", "api.github.com"],
    ["https://api.github.com:443", "https://api.github.com"],
    ["https://api.github.com:8443", "https://api.github.com:8443"],
    ["api.github.com:*", "api.github.com:*"],
    ["h.example:80-90", "h.example:80-90"],
    ["h.example:80-80", "h.example:80"],
    ["foo://h.example", "foo://h.example"],
    ["foo://h.example:9", "foo://h.example:9"],
    ["*.github.com", "*.github.com"],
    ["*", "*"],
    ["@Metadata", "@metadata"],
    ["10.1.2.3/8", "10.0.0.0/8"],
    ["0x7f.1", "127.0.0.1"],
    ["::1", "::1"],
    ["[::1]:80", "[::1]:80"],
    ["[fe80::]/10:22", "[fe80::]/10:22"],
    ["fe80::/10", "fe80::/10"],
  ];
  test.each(spelled)("%s is %s", (text, canonical) => {
    expect(valueOf(parseHost(text)).text).toBe(canonical);
    expect(valueOf(parseHost(canonical)).text).toBe(canonical);
  });
  const errors: readonly [string, number, string][] = [
    ["a b", 1, "host has a space or control character"],
    ["a.example/x", 9, "host pattern has a path, query or user"],
    ["https://u@a.example", 9, "host pattern has a path, query or user"],
    ["a.example:0", 10, "`0` is not a port"],
    ["a.example:70000", 10, "`70000` is not a port"],
    ["a.example:9-8", 10, "`9-8` is not a port"],
    ["a.example:x", 10, "`x` is not a port"],
    ["a.example:", 10, "`` is not a port"],
    ["@public", 0, "`@public` is not a kind of address"],
    ["10.0.0.0/33", 0, "`/33` is not a prefix length"],
    ["::1/129", 0, "`/129` is not a prefix length"],
    ["a.*.example", 0, "`*` must be a whole first label"],
    ["*.-a", 0, "`*.-a` is not a host"],
    ["https://-a", 8, "`-a` is not a host"],
    ["", 0, "`` is not a host"],
  ];
  test.each(errors)("%j is an error", (text, at, message) => {
    const found = parseHost(text);
    expect(found.ok ? found.value : [found.error.at, found.error.message]).toEqual([at, message]);
  });
  const matches: readonly [string, string, string, number, boolean][] = [
    ["api.github.com", "tcp", "API.GITHUB.COM.", 443, true],
    ["api.github.com", "tcp", "api.github.com", 80, false],
    ["https://api.github.com", "tcp", "api.github.com", 443, false],
    ["*.github.com", "tcp", "github.com", 443, false],
    ["*.github.com", "tcp", "a.b.github.com", 443, true],
    ["*.github.com", "tcp", "evilgithub.com", 443, false],
    ["*.1", "tcp", "127.0.0.1", 443, false],
    ["127.0.0.1", "tcp", "2130706433", 443, true],
    ["127.0.0.1", "tcp", "localhost", 443, false],
    ["@loopback", "tcp", "localhost", 443, true],
    ["@private", "tcp", "localhost", 443, false],
    ["@loopback", "tcp", "::1", 443, true],
    ["@link-local", "tcp", "169.254.169.254", 443, false],
    ["@private", "tcp", "100.100.100.200", 443, false],
    ["@private", "tcp", "100.64.0.1", 443, true],
    ["*", "tcp", "10.0.0.1", 443, false],
    ["*", "tcp", "169.254.169.254", 443, false],
    ["*", "tcp", "db.internal", 443, false],
    ["*", "tcp", "not a host!", 443, false],
    ["0.0.0.0/0", "tcp", "10.0.0.1", 443, true],
    ["0.0.0.0/0", "tcp", "::1", 443, false],
    ["example.com", "tcp", "not a host!", 443, false],
  ];
  test.each(matches)("%s on %s://%s:%d: %s", (text, scheme, host, port, expected) => {
    expect(matchHost(valueOf(parseHost(text)), { scheme, host, port })).toBe(expected);
  });
  test("endpoints in words", () => {
    expect(printEndpoint({ scheme: "tcp", host: "::1", port: 80 })).toBe("[::1]:80");
    expect(printEndpoint({ scheme: "https", host: "a.example", port: 443 })).toBe("https://a.example:443");
  });
});
