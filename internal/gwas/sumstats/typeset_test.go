package sumstats

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Numbers that text programs typeset are numbers; two numbers and words are none.
func TestTypesetNumbers(t *testing.T) {
	for text, want := range map[string]float64{
		"\u22120.5": -0.5, "\u20130.5": -0.5, "\u20100.5": -0.5, "\u20110.5": -0.5, "2.0\u00d710\u22129": 2e-9, "2.0\u00d710-9": 2e-9,
		"2.0 \u00d7 10\u22129": 2e-9, "2.0x10^-9": 2e-9, "2.0x10-9": 2e-9, "2.0*10^-9": 2e-9, "2*10^3": 2000, "\u22122.5\u00d7104": -25000, "1e\u221208": 1e-8,
	} {
		if got, ok := ParseFloat([]byte(text)); !ok || got != want {
			t.Errorf("ParseFloat(%q) = %v, %v; want %v", text, got, ok, want)
		}
		if want > 0 && want < 1 {
			if got, ok := ParseNegLog10P([]byte(text)); !ok || math.Abs(got+math.Log10(want)) > 1e-12 {
				t.Errorf("ParseNegLog10P(%q) = %v, %v; want that of %v", text, got, ok, want)
			}
		}
	}
	for _, text := range []string{"1 2", "a1", "x10", "x10^-9", "2x", "2.0x10^", "2\u00d7", "\u2212", "\u2212\u22121", "2 x 3", "2.0x10^-9x10^-9", "A\u22121"} {
		if got, ok := ParseFloat([]byte(text)); ok {
			t.Errorf("ParseFloat(%q) = %v", text, got)
		}
	}
}

// A limit is not a P, but is recognised as a limit.
func TestLimits(t *testing.T) {
	for text, want := range map[string]float64{
		"<2.2e-16": 2.2e-16, "< 2.2e-16": 2.2e-16, "<=1e-300": 1e-300, "\u2264 1e-300": 1e-300, "\u22641e-300": 1e-300, "&lt;0.001": 0.001, "<.001": 0.001, "<2.2\u00d710\u221216": 2.2e-16,
	} {
		x, state := parseP([]byte(text))
		if state != numberLimit || math.Abs(x+math.Log10(want)) > 1e-9 || !IsLimit([]byte(text)) {
			t.Errorf("parseP(%q) = %v, %v; want the limit %v", text, x, state, want)
		}
		if got, ok := ParseNegLog10P([]byte(text)); ok {
			t.Errorf("ParseNegLog10P(%q) = %v", text, got)
		}
		if got, ok := ParseFloat([]byte(text)); ok {
			t.Errorf("ParseFloat(%q) = %v", text, got)
		}
	}
	for _, text := range []string{"2.2e-16", "<", "<NA", "<DEL>", ">0.05", "<-1", "<2", "< <1", ""} {
		if IsLimit([]byte(text)) {
			t.Errorf("%q is no limit of P", text)
		}
	}
}

// The alleles of a cell are its two parts, whatever is around them.
func TestSplitAlleles(t *testing.T) {
	for text, want := range map[string][2]string{
		"A/G": {"A", "G"}, `["A","G"]`: {"A", "G"}, "A>G": {"A", "G"}, "A,G": {"A", "G"}, "A|G": {"A", "G"}, "A;G": {"A", "G"}, "A:G": {"A", "G"}, "AT / G": {"AT", "G"},
		"['A', 'G']": {"A", "G"},
	} {
		first, last, ok := SplitAlleles([]byte(text))
		if !ok || string(first) != want[0] || string(last) != want[1] {
			t.Errorf("%s: %q and %q, %v", text, first, last, ok)
		}
	}
	for _, text := range []string{"A", "", "A/G/T", "/G", "A/", `["A","G","T"]`, "A G"} {
		if first, last, ok := SplitAlleles([]byte(text)); ok {
			t.Errorf("%q: %q and %q", text, first, last)
		}
	}
}

// The rows that are kept are those at every stride-th place of the file, however it
// is cut into chunks: as many as fit, from the first one to the end.
func TestSamplerKeepsEveryStrideThRow(t *testing.T) {
	const longest = 5 * mostSampled
	all := make([]Row, longest)
	for i := range all {
		all[i].Position = int32(i)
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, longest).Draw(t, "rows")
		s := sampler{}
		for rest := all[:n]; len(rest) > 0; {
			cut := min(
				len(rest),
				rapid.SampledFrom(
					[]int{0, 1, 7, 1000, mostSampled - 1, mostSampled, mostSampled + 1, longest},
				).Draw(
					t,
					"chunk",
				)+rapid.IntRange(
					1,
					5000,
				).Draw(
					t,
					"more",
				),
			)
			s.add(&job{rows: rest[:cut]})
			rest = rest[cut:]
		}
		stride := 1
		for (n+stride-1)/stride > mostSampled { // doubled until the rows fit
			stride *= 2
		}
		if want := (n + stride - 1) / stride; len(s.Rows) != want {
			t.Fatalf("%d of %d rows, want %d", len(s.Rows), n, want)
		}
		for i := range s.Rows {
			if int(s.Rows[i].Position) != i*stride {
				t.Fatalf("row %d of the sample is row %d, want every %dth", i, s.Rows[i].Position, stride)
			}
		}
	})
}

// The lines that are kept are those at regular numbers of the file, from its beginning to its end,
// and take no more memory than they may. They are copies.
func TestSamplerKeepsLinesOfTheWholeFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		long := rapid.SampledFrom([]int{1, 2000, mostLineBytes / 2}).Draw(t, "longest")
		n := rapid.IntRange(1, min(20*mostLines, 20*lineStride*mostLineBytes/long)).Draw(t, "lines")
		text, s := make([]byte, long), sampler{}
		for no := 0; no < n; {
			var j job
			for end := no + rapid.SampledFrom([]int{1, 3, 10_000}).Draw(t, "chunk"); no < min(end, n); {
				if no++; no%lineStride == 0 {
					j.sampled = append(j.sampled, Line{text, uint32(no)})
				}
			}
			s.add(&j)
		}
		step, bytes := int(s.lines.every), 0
		for i, l := range s.Lines {
			if bytes += len(l.Text); int(l.No) != (i+1)*step || &l.Text[0] == &text[0] {
				t.Fatalf("line %d of the sample is line %d, want every %dth", i, l.No, step)
			}
		}
		if len(s.Lines) != n/step || len(s.Lines) > mostLines || bytes > mostLineBytes {
			t.Fatalf("%d lines and %d bytes of %d lines of %d, every %dth", len(s.Lines), bytes, n, long, step)
		}
		if more := n / max(lineStride, step/2); step > lineStride && more <= mostLines && more*long <= mostLineBytes {
			t.Fatalf("every %dth of %d lines of %d bytes, but every second one more fits", step, n, long)
		}
	})
}
