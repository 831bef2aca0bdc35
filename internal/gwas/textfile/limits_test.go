package textfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/metrics"
	"strings"
	"testing"
)

// repeated is an endless text, of which limit bytes are given.
type repeated struct {
	text  string
	at    int
	limit int
}

func (r *repeated) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) && r.limit > 0 {
		m := copy(p[n:min(len(p), n+r.limit)], r.text[r.at:])
		n, r.limit, r.at = n+m, r.limit-m, (r.at+m)%len(r.text)
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// live returns the memory that the garbage collector found in use when it ran last. It ignores
// uncollected garbage, so it depends on the work and not on when the collector runs.
func live() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	runtime.GC()
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

func layoutOf(source io.Reader, limits Limits) (*File, *Head, *Layout, error) {
	f, err := Open(source, limits)
	if err != nil {
		return nil, nil, nil, err
	}
	h, err := f.ReadHead()
	if err != nil {
		return nil, nil, nil, err
	}
	l, err := DetectLayout(h.Text, h.Complete, limits, func(string) bool { return false })
	return f, h, l, err
}

// TestManyComments reads a table behind a million comments: the last one names the
// columns, and they take little memory besides the head itself.
func TestManyComments(t *testing.T) {
	const n = 1_000_000
	text := strings.Repeat("#\n", n) + "#name value\nx 1\ny 2\n"
	before := live()
	f, h, l, err := layoutOf(strings.NewReader(text), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if grown := int64(live()) - int64(before); grown > 20<<20 {
		t.Errorf("%d comments take %d MiB", n, grown>>20)
	}
	if got := strings.Join(l.Header, ","); got != "name,value" || l.CommentLines != n || l.BodyLine != n+2 {
		t.Errorf("header %q behind %d comments, rows from line %d", got, l.CommentLines, l.BodyLine)
	}
	runtime.KeepAlive(h)
	runtime.KeepAlive(f)
}

// TestCommentsWithoutEnd rejects a text of comments only, with bounded memory.
func TestCommentsWithoutEnd(t *testing.T) {
	before := live()
	_, _, _, err := layoutOf(&repeated{text: "#\n", limit: 200 << 20}, Limits{})
	var fault *FileError
	if !errors.As(err, &fault) {
		t.Errorf("error %v", err)
	}
	if grown := int64(live()) - int64(before); grown > 10<<20 {
		t.Errorf("%d MiB are still held", grown>>20)
	}
}

// TestChunksAreBounded cuts texts of long and of very short lines: a chunk is at most
// as long as a line may be, and has few lines, and nothing is lost.
func TestChunksAreBounded(t *testing.T) {
	limits := Limits{Line: 8 << 20}
	for name, tt := range map[string]struct {
		text  string
		bytes int
	}{
		"short lines":  {"\n", 40 << 20},
		"two columns":  {"x y\n", 20 << 20},
		"long lines":   {"x " + strings.Repeat("y", 5<<20) + "\n", 60 << 20},
		"one in sixty": {strings.Repeat("\n", 60) + "a " + strings.Repeat("b", 1<<20) + "\n", 30 << 20},
	} {
		header := "name value\nx 1\n"
		f, h, l, err := layoutOf(io.MultiReader(strings.NewReader(header), &repeated{text: tt.text, limit: tt.bytes}), limits)
		if err != nil {
			t.Fatal(name, err)
		}
		body, chunk := f.Body(h, l), Chunk{}
		sum, most, lines := 0, 0, uint32(1)
		for more := true; more; {
			more = body.Next(&chunk)
			if chunk.Err != nil {
				t.Fatal(name, chunk.Err)
			}
			n := bytes.Count(chunk.Text, []byte{'\n'})
			if n > chunkLines {
				t.Fatalf("%s: a chunk of %d lines", name, n)
			}
			if chunk.Line != lines+1 {
				t.Fatalf("%s: a chunk begins with line %d behind line %d", name, chunk.Line, lines)
			}
			sum, most, lines = sum+len(chunk.Text), max(most, cap(chunk.Text)), lines+uint32(n)
		}
		if want := len(header) - len("name value\n") + tt.bytes; sum != want {
			t.Errorf("%s: %d bytes of %d", name, sum, want)
		}
		if most > 2*limits.Line+4*chunkSize {
			t.Errorf("%s: a chunk takes %d MiB", name, most>>20)
		}
	}
}

// TestLongestLine holds the limit of a line to the byte in the head and behind it.
func TestLongestLine(t *testing.T) {
	const limit = 3 << 20
	for _, place := range []string{"header", "row"} {
		for by, want := range map[int]ErrorCode{-8: "", 2 * chunkSize: CodeLineTooLong} {
			long := strings.Repeat("x", limit+by)
			text := "name value\n" + strings.Repeat("a 1\n", 300_000) + long + " 1\n"
			if place == "header" {
				text = "name " + long + "\na 1\n"
			}
			f, h, l, err := layoutOf(strings.NewReader(text), Limits{Line: limit})
			if err == nil {
				chunk := Chunk{}
				for body := f.Body(h, l); body.Next(&chunk); {
					continue
				}
				err = chunk.Err
			}
			var fault *FileError
			if got := errors.As(err, &fault); got != (want != "") || got && fault.Code != want {
				t.Errorf("%s of the limit and %d: %v, want %q", place, by, err, want)
			}
		}
	}
}

func ExampleLineEnds() {
	fmt.Println(LineEnds{lf: 1}, LineEnds{crlf: 1}, LineEnds{cr: 1}, LineEnds{lf: 1, cr: 1})
	// Output: lf crlf cr mixed
}
