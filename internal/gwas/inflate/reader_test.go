package inflate

import (
	"bytes"
	stdgzip "compress/gzip"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/biogo/hts/bgzf"

	"cohortium/internal/dev/memtest"
)

// expand reads a whole file.
func expand(r io.Reader) ([]byte, error) {
	z, err := NewReader(r)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// standard does the same with compress/gzip.
func standard(file []byte) ([]byte, error) {
	z, err := stdgzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// member returns a gzip member with the given flags, whose header parts follow the fixed one.
func member(t testing.TB, flags byte, parts string, plain []byte) []byte {
	t.Helper()
	b := append([]byte{0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 255}, parts...)
	if flags&flagHeaderCRC != 0 {
		b = binary.LittleEndian.AppendUint16(b, uint16(crc32.ChecksumIEEE(b)))
	}
	b = append(b, deflate(t, 6, plain)...)
	b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(plain))
	return binary.LittleEndian.AppendUint32(b, uint32(len(plain)))
}

// sources read a file in different portions.
var sources = map[string]func(io.Reader) io.Reader{
	"whole":       func(r io.Reader) io.Reader { return r },
	"byte":        iotest.OneByteReader,
	"half":        iotest.HalfReader,
	"end at once": iotest.DataErrReader,
	"odd":         func(r io.Reader) io.Reader { return &oddReader{r: r, rng: rand.New(rand.NewPCG(8, 8))} },
}

// oddReader reads 0 to 40 bytes at a time.
type oddReader struct {
	r   io.Reader
	rng *rand.Rand
}

func (o *oddReader) Read(p []byte) (int, error) {
	return o.r.Read(p[:min(len(p), o.rng.IntN(41))])
}

func TestReader(t *testing.T) {
	texts := plainTexts()
	texts["long table"] = tableText(20_000) // several windows
	texts["long zeros"] = make([]byte, 3*windowSize+5)
	for name, plain := range texts {
		for level := stdgzip.HuffmanOnly; level <= 9; level++ {
			file := gzipped(t, level, plain)
			for how, source := range sources {
				if len(plain) > 1<<17 && (how == "byte" || level%3 != 0) {
					continue // adds nothing and takes long
				}
				got, err := expand(source(bytes.NewReader(file)))
				if err != nil || !bytes.Equal(got, plain) {
					t.Errorf("%s, level %d, read by %s: %d bytes of %d, %v", name, level, how, len(got), len(plain), err)
				}
			}
		}
	}
}

func TestMembers(t *testing.T) {
	plain := tableText(3000)
	empty := gzipped(t, 6, nil)
	var blocks bytes.Buffer
	w := bgzf.NewWriter(&blocks, 1)
	if _, err := w.Write(plain); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	extra := "\x05\x00xyzzy"
	for name, tt := range map[string]struct {
		file []byte
		want []byte
	}{
		"two":              {slices.Concat(gzipped(t, 6, plain[:5000]), gzipped(t, 9, plain[5000:])), plain},
		"repeated":         {bytes.Repeat(gzipped(t, 6, plain[:20_000]), 30), bytes.Repeat(plain[:20_000], 30)},
		"empty ones":       {slices.Concat(empty, gzipped(t, 0, plain[:100]), empty, empty, gzipped(t, 6, plain[100:]), empty), plain},
		"nothing":          {slices.Concat(empty, empty), nil},
		"bgzip":            {blocks.Bytes(), plain},
		"two of bgzip":     {slices.Concat(blocks.Bytes(), blocks.Bytes()), slices.Concat(plain, plain)},
		"text flag":        {member(t, 1, "", plain), plain},
		"name":             {member(t, flagName, "table.tsv\x00", plain), plain},
		"comment":          {member(t, flagComment, "made by hand\x00", plain), plain},
		"extra":            {member(t, flagExtra, extra, plain), plain},
		"long extra":       {member(t, flagExtra, "\xff\xff"+strings.Repeat("\x00", 65535), plain), plain},
		"header CRC":       {member(t, flagHeaderCRC, "", plain), plain},
		"everything":       {member(t, 31, extra+"table.tsv\x00hand\x00", plain), plain},
		"everything twice": {bytes.Repeat(member(t, 31, extra+"\x00\x00", plain), 2), slices.Concat(plain, plain)},
		"longest name":     {member(t, flagName, strings.Repeat("n", maxText-1)+"\x00", plain), plain},
		"longest header": {member(t, 31, "\xff\xff"+strings.Repeat("\x00", 65535)+strings.Repeat("n", maxText-1)+"\x00"+strings.Repeat("c", maxText-1)+"\x00", plain),
			plain},
	} {
		for how, source := range sources {
			got, err := expand(source(bytes.NewReader(tt.file)))
			if err != nil || !bytes.Equal(got, tt.want) {
				t.Errorf("%s, read by %s: %d bytes of %d, %v", name, how, len(got), len(tt.want), err)
			}
		}
		if got, err := standard(tt.file); err != nil || !bytes.Equal(got, tt.want) {
			t.Errorf("%s: the standard library differs: %v", name, err)
		}
	}
}

// TestManyMembers reads a file of 100,000 members.
func TestManyMembers(t *testing.T) {
	const n = 100_000
	line := []byte("1\t1000820\tA\tT\t0.0857909\n")
	got, err := expand(bytes.NewReader(bytes.Repeat(gzipped(t, 6, line), n)))
	if err != nil || !bytes.Equal(got, bytes.Repeat(line, n)) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

// TestReadsNoMoreThanNeeded wants what a writer has flushed before the source is
// asked again.
func TestReadsNoMoreThanNeeded(t *testing.T) {
	from, to := io.Pipe()
	defer from.Close()
	next := make(chan string, 1) // the writer may still be at the end of the line before
	go func() {
		w := stdgzip.NewWriter(to)
		for line := range next {
			if _, err := io.WriteString(w, line); err != nil {
				return
			}
			if err := w.Flush(); err != nil {
				return
			}
		}
		_ = w.Close()
		_ = to.Close()
	}()
	next <- "first\n"
	z, err := NewReader(from)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range []string{"first\n", "second, with first\n", strings.Repeat("third ", 1000)} {
		if i > 0 {
			next <- line
		}
		got := make([]byte, len(line))
		if _, err := io.ReadFull(z, got); err != nil || string(got) != line {
			t.Fatalf("%q, %v", got, err)
		}
	}
	close(next)
	if n, err := z.Read(make([]byte, 9)); n != 0 || !errors.Is(err, io.EOF) {
		t.Error(n, err)
	}
	if n, err := z.Read(nil); n != 0 || err != nil {
		t.Error(n, err)
	}
}

// TestMemory expands 256 MB out of a quarter of a megabyte.
func TestMemory(t *testing.T) {
	file := bytes.Repeat(gzipped(t, 9, make([]byte, 32<<20)), 8)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	z, err := NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 64<<10)
	total := 0
	for err == nil {
		var n int
		n, err = z.Read(buf)
		total += n
	}
	runtime.ReadMemStats(&after)
	if !errors.Is(err, io.EOF) || total != 256<<20 {
		t.Fatal(total, err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
		t.Errorf("%d bytes were allocated", used)
	}
}

func TestReadDoesNotAllocate(t *testing.T) {
	file := bytes.Repeat(member(t, 31, "\x05\x00xyzzya\x00b\x00", tableText(5000)), 50)
	z, err := NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 10_000)
	if n := testing.AllocsPerRun(200, func() {
		if _, err := z.Read(buf); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations per Read", n)
	}
}

// FuzzReader compares with the standard library: the same bytes, or both refuse.
func FuzzReader(f *testing.F) {
	for name, plain := range plainTexts() {
		short := plain[:min(len(plain), 1500)]
		f.Add(gzipped(f, 6, short), uint8(len(name)))
		f.Add(slices.Concat(gzipped(f, 0, short[:len(short)/3]), gzipped(f, stdgzip.HuffmanOnly, short)), uint8(0))
		f.Add(member(f, 31, "\x05\x00xyzzya\x00b\x00", short), uint8(3))
	}
	f.Fuzz(func(t *testing.T, file []byte, portion uint8) {
		defer memtest.Bound(t, 8<<20+64*len(file))()
		const most = 1 << 20
		want, wantErr := expandedByStandard(file, most)
		last := len(bytes.TrimRight(file, "\x00"))
		for end := last; wantErr != nil && end < min(last+16, len(file)); end++ { // we pass over zeros behind a member
			if text, err := expandedByStandard(file[:end], most); err == nil {
				want, wantErr = text, nil
			}
		}
		if len(want) == most {
			return
		}
		got, err := expand(&portions{bytes.NewReader(file), int(portion) + 1})
		var damage *DamageError
		if errors.As(err, &damage) && damage.What == reservedFlags {
			return // RFC 1952 wants them refused; the standard library does not
		}
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("we say %v, the standard library %v", err, wantErr)
		}
		if err == nil && !bytes.Equal(got, want) {
			t.Fatal("other bytes")
		}
	})
}

// expandedByStandard expands at most `most` bytes by the standard library.
func expandedByStandard(file []byte, most int64) ([]byte, error) {
	z, err := stdgzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(z, most))
}

// portions reads at most n bytes at a time.
type portions struct {
	r io.Reader
	n int
}

func (p *portions) Read(b []byte) (int, error) { return p.r.Read(b[:min(len(b), p.n)]) }

// TestAnyStream decodes made-up deflate streams like the standard library does.
func TestAnyStream(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	accepted := 0
	for range 6_000 {
		stream := make([]byte, 1+rng.IntN(60))
		for i := range stream {
			stream[i] = byte(rng.Uint32())
		}
		stream[0] = stream[0]&^7 | byte(1+2*rng.IntN(3)) // the last block, of a kind that exists
		file := append([]byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00"), stream...)
		got, err := expand(bytes.NewReader(file))
		want, wantErr := standard(file)
		if (err == nil) != (wantErr == nil) || len(got) > len(want) || len(got) < len(want)-1 || !bytes.HasPrefix(want, got) {
			t.Fatalf("%x: %x, %v; the standard library %x, %v", stream, got, err, want, wantErr)
		}
		if len(got) > 0 {
			accepted++
		}
	}
	if accepted < 300 {
		t.Errorf("only %d streams gave bytes", accepted)
	}
}
