package spreadsheet

import "testing"

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"":                     "",
		"plain":                "plain",
		"a=1":                  "a=1",
		"'quoted":              "'quoted",
		"=1+1":                 "'=1+1",
		"-cmd":                 "'-cmd",
		"+44 20 7946 0000":     "'+44 20 7946 0000",
		"@SUM(A1)":             "'@SUM(A1)",
		"\t=1":                 "'\t=1",
		"\r=1":                 "'\r=1",
		"\x00=1":               "'\x00=1",
		"Zoë":                  "Zoë",
		"＝1+1":                 "'＝1+1",
		"＠SUM(A1)":             "'＠SUM(A1)",
		"﹣1":                   "'﹣1",
		"\ufeff=1":             "'\ufeff=1",
		"\u200b=1":             "'\u200b=1",
		"\u202e\u00a0 +1":      "'\u202e\u00a0 +1",
		"\x1f=1":               "'\x1f=1",
		"\ufeffname":           "\ufeffname",
		" text":                " text",
		"−0.5 (minus, U+2212)": "−0.5 (minus, U+2212)",
	} {
		if got := Text(in); got != want {
			t.Errorf("Text(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"": "", " a ": "a", "'=1+1": "=1+1", "'plain": "'plain", "'-9 -99": "-9 -99", "''": "''", " '@x ": "@x",
	} {
		if got := Plain(in); got != want {
			t.Errorf("Plain(%q) = %q, want %q", in, got, want)
		}
	}
}
