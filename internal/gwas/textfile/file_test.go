package textfile

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/biogo/hts/bgzf"

	"cohortium/internal/dev/memtest"
)

// lines returns a table of n rows.
func lines(n int) []byte {
	var b bytes.Buffer
	b.WriteString("name\tvalue\n")
	for i := range n {
		fmt.Fprintf(&b, "row%d\t%d\n", i, i*i)
	}
	return b.Bytes()
}

// readAll returns the text of a file, with what ended it.
func readAll(source io.Reader, limits Limits) ([]byte, error) {
	f, err := Open(source, limits)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(f.text)
}

// pipe is a source without random access.
type pipe struct{ io.Reader }

func blocked(t testing.TB, plain []byte) []byte {
	t.Helper()
	var file bytes.Buffer
	w := bgzf.NewWriter(&file, 1)
	if _, err := w.Write(plain); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func gzipped(t testing.TB, plain []byte) []byte {
	t.Helper()
	var file bytes.Buffer
	w := gzip.NewWriter(&file)
	if _, err := w.Write(plain); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// zipped archives files of alternating names and contents.
func zipped(t testing.TB, files ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for i := 0; i < len(files); i += 2 {
		w, err := z.Create(files[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, files[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestBgzipCut cuts a bgzip file at many places, behind each of its blocks too:
// every cut is reported with the place where the file ends, from a file at once
// and from a pipe at its end.
func TestBgzipCut(t *testing.T) {
	plain := lines(60_000)
	file := blocked(t, plain)
	cuts := []int{len(file) - 1, len(file) - 27, len(file) - 28, len(file) - 29, len(file) - 20, len(file) - 12}
	for at := 0; at < len(file)-28; {
		at += int(binary.LittleEndian.Uint16(file[at+16:])) + 1
		cuts = append(cuts, at, at-1, at-5000)
	}
	if len(cuts) < 20 {
		t.Fatalf("only %d cuts", len(cuts))
	}
	for _, cut := range cuts {
		_, early := Open(bytes.NewReader(file[:cut]), Limits{})
		got, late := readAll(pipe{bytes.NewReader(file[:cut])}, Limits{})
		for how, err := range map[string]error{"file": early, "pipe": late} {
			var fault *FileError
			if !errors.As(err, &fault) || fault.Code != CodeTruncated || fault.Byte != int64(cut) {
				t.Errorf("cut at %d of %d, read from a %s: %v", cut, len(file), how, err)
			}
		}
		if !bytes.HasPrefix(plain, got) {
			t.Errorf("cut at %d: other text", cut)
		}
	}
}

// TestBgzipWhole reads files that only appear to be incomplete.
func TestBgzipWhole(t *testing.T) {
	plain := lines(9000)
	file := blocked(t, plain)
	for name, tt := range map[string][]byte{
		"whole":                file,
		"zeros":                append(bytes.Clone(file), make([]byte, 1000)...),
		"many zeros":           append(bytes.Clone(file), make([]byte, 200_000)...),
		"plain gzip follows":   append(bytes.Clone(file), gzipped(t, nil)...),
		"no end, gzip follows": append(bytes.Clone(file[:len(file)-28]), gzipped(t, nil)...),
		"plain gzip":           gzipped(t, plain),
		"gzip and zeros":       append(gzipped(t, plain), make([]byte, 1000)...),
	} {
		for _, source := range []io.Reader{bytes.NewReader(tt), pipe{bytes.NewReader(tt)}} {
			if got, err := readAll(source, Limits{}); err != nil || !bytes.Equal(got, plain) {
				t.Errorf("%s, %T: %d bytes, %v", name, source, len(got), err)
			}
		}
	}
}

// TestZip reads archives and refuses those that are not one table.
func TestZip(t *testing.T) {
	plain := string(lines(20_000))
	whole := zipped(t, "a.tsv", plain)
	locked := bytes.Clone(whole)
	locked[6] |= 1
	locked[bytes.Index(locked, []byte("PK\x01\x02"))+8] |= 1
	method := bytes.Clone(whole)
	method[bytes.Index(method, []byte("PK\x01\x02"))+10] = 12
	flipped := bytes.Clone(whole)
	flipped[bytes.Index(flipped, []byte("PK\x01\x02"))+16] ^= 1 // checksum
	garbled := bytes.Clone(whole)
	garbled[len(garbled)/2] ^= 0x55
	noDirectory := bytes.Clone(whole)
	copy(noDirectory[bytes.Index(noDirectory, []byte("PK\x01\x02")):], "XXXX")
	var many []string
	for i := range 30_000 {
		many = append(many, fmt.Sprintf("folder%d/", i), "")
	}
	for name, tt := range map[string]struct {
		file []byte
		want ErrorCode // "" when it reads
	}{
		"whole":           {whole, ""},
		"of a Mac":        {zipped(t, "a.tsv", plain, "__MACOSX/._a.tsv", "fork"), ""},
		"folder of a Mac": {zipped(t, "data/", "", "data/.DS_Store", "icons", "__MACOSX/data/._.DS_Store", "fork", "data/a.tsv", plain, "__MACOSX/data/._a.tsv", "fork"), ""},
		"icons last":      {zipped(t, "a.tsv", plain, ".DS_Store", "icons"), ""},
		"of a Mac, two":   {zipped(t, "a.tsv", plain, "__MACOSX/._a.tsv", "fork", "b.tsv", plain), CodeArchive},
		"icons alone":     {zipped(t, ".DS_Store", "icons"), CodeArchive},
		"Word":            {zipped(t, "[Content_Types].xml", "<x/>", "word/document.xml", "<x/>"), CodeBinary},
		"OpenDocument":    {zipped(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", "<x/>"), CodeBinary},
		"in a folder":     {zipped(t, "data/", "", "data/a.tsv", plain), ""},
		"two":             {zipped(t, "a.tsv", plain, "b.tsv", plain), CodeArchive},
		"none":            {zipped(t), CodeArchive},
		"folders only":    {zipped(t, "a/", "", "b/", ""), CodeArchive},
		"many":            {zipped(t, many...), CodeArchive},
		"workbook":        {zipped(t, "docProps/app.xml", "<x/>", "xl/workbook.xml", "<x/>"), CodeBinary},
		"password":        {locked, CodeArchive},
		"other method":    {method, CodeArchive},
		"check sum":       {flipped, CodeDamaged},
		"contents":        {garbled, CodeDamaged},
		"directory":       {noDirectory, CodeDamaged},
		"cut":             {whole[:len(whole)/2], CodeTruncated},
		"cut in its end":  {whole[:len(whole)-23], CodeTruncated},
	} {
		got, err := readAll(bytes.NewReader(tt.file), Limits{})
		var fault *FileError
		switch {
		case tt.want == "" && (err != nil || string(got) != plain):
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		case tt.want != "" && (!errors.As(err, &fault) || fault.Code != tt.want):
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
	if _, err := readAll(pipe{bytes.NewReader(whole)}, Limits{}); err == nil || !strings.Contains(err.Error(), "pipe") {
		t.Errorf("a zip file from a pipe: %v", err)
	}
	for _, cut := range []int{len(whole) / 3, len(whole) - 1, len(whole)} {
		f, err := OpenStart(pipe{bytes.NewReader(whole[:cut])}, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := io.ReadAll(f.text); len(got) < len(plain)/4 || !strings.HasPrefix(plain, string(got)) {
			t.Errorf("the first %d of %d bytes hold %d bytes of text", cut, len(whole), len(got))
		}
	}
}

// TestStartOfZip looks at the beginning of archives: files that a Mac adds before the table are
// skipped, however it is packed, and documents are named.
func TestStartOfZip(t *testing.T) {
	plain := string(lines(3000))
	stored := func(files ...string) []byte {
		var out bytes.Buffer
		z := zip.NewWriter(&out)
		for i := 0; i < len(files); i += 2 {
			w, err := z.CreateRaw(&zip.FileHeader{Name: files[i], UncompressedSize64: uint64(len(files[i+1])), CompressedSize64: uint64(len(files[i+1]))})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(w, files[i+1]); err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	of := []string{"data/.DS_Store", "icons", "__MACOSX/data/._.DS_Store", "fork", "data/a.tsv", plain}
	for name, c := range map[string]struct {
		file []byte
		says string // "" when the table is read
	}{
		"packed": {zipped(t, of...), ""}, "stored": {stored(of...), ""},
		"cut": {zipped(t, of...)[:60], "ends too early"}, "nothing else": {zipped(t, of[:4]...), "holds no file"},
		"workbook": {zipped(t, "xl/workbook.xml", "<x/>"), "an Excel workbook"}, "Word": {zipped(t, "word/document.xml", "<x/>"), "a Word document"},
		"OpenDocument": {stored("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), "an OpenDocument spreadsheet"},
	} {
		f, err := OpenStart(pipe{bytes.NewReader(c.file)}, Limits{})
		if c.says != "" {
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got, _ := io.ReadAll(f.text); string(got) != plain {
			t.Errorf("%s: %d bytes", name, len(got))
		}
	}
}

// countingAt counts the requests to a remote source.
type countingAt struct {
	*bytes.Reader
	requests int
}

func (c *countingAt) ReadAt(p []byte, at int64) (int, error) {
	c.requests++
	return c.Reader.ReadAt(p, at)
}

// TestZipIsReadInLargeParts bounds the requests for a stored file of 8 MiB.
func TestZipIsReadInLargeParts(t *testing.T) {
	noise := make([]byte, 6<<20)
	for i, x := 0, uint32(1); i < len(noise); i++ {
		x = x*1664525 + 1013904223
		noise[i] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-\n"[x>>26]
	}
	source := &countingAt{Reader: bytes.NewReader(zipped(t, "a.tsv", string(noise)))}
	got, err := readAll(source, Limits{})
	if err != nil || !bytes.Equal(got, noise) {
		t.Fatalf("%d bytes, %v", len(got), err)
	}
	if most := int(source.Size()/zipRead) + 8; source.requests > most {
		t.Errorf("%d requests for %d bytes, want at most %d", source.requests, source.Size(), most)
	}
}

// zstdWindow returns a text in zstd that asks for a window of 1 KiB to the power of two given.
func zstdWindow(power byte, text []byte) []byte {
	block := uint32(len(text))<<3 | 1 // the last one, as it is
	return append([]byte{0x28, 0xb5, 0x2f, 0xfd, 0, power << 3, byte(block), byte(block >> 8), byte(block >> 16)}, text...)
}

// TestWindows are the largest windows of zstd that files of a size may ask for: larger windows than
// their text can fill are rejected, except the usual ones.
func TestWindows(t *testing.T) {
	text := lines(5)
	for _, c := range []struct {
		power byte // of two, of KiB
		size  int  // of the file
		want  ErrorCode
	}{
		{13, 0, ""}, {14, 0, CodeTooLarge}, {17, 0, CodeTooLarge},
		{17, 128<<20/250 + 1, ""}, {17, 128 << 20 / 250, CodeTooLarge}, {18, 4 << 20, CodeTooLarge},
	} {
		file := zstdWindow(c.power, text)
		if c.size > 0 {
			fill := c.size - len(file) - 8
			file = append(file, binary.LittleEndian.AppendUint32([]byte("\x50\x2a\x4d\x18"), uint32(fill))...)
			file = append(file, make([]byte, fill)...)
		}
		opened, err := Open(bytes.NewReader(file), Limits{})
		if err == nil {
			_, err = io.Copy(io.Discard, opened.text)
		}
		var fault *FileError
		if errors.As(err, &fault); (c.want == "") != (err == nil) || fault != nil && fault.Code != c.want {
			t.Errorf("a window of %d KiB in %d bytes: %v, want %q", 1<<c.power, len(file), err, c.want)
		}
	}
}

// FuzzOpen opens anything, reads its text and cuts it into lines and cells.
func FuzzOpen(f *testing.F) {
	table := lines(5)
	f.Add(table)
	f.Add(gzipped(f, table))
	f.Add(blocked(f, table))
	f.Add(zipped(f, "a.tsv", string(table)))
	f.Add([]byte("BZh91AY&SY"))
	f.Add([]byte("\x28\xb5\x2f\xfd\x04\x00"))
	f.Add(zstdWindow(17, table))
	f.Add(zstdWindow(21, table))
	f.Add([]byte("\x28\xb5\x2f\xfd\xe0\x00\x00\x00\x00\x00\x01\x00\x00\x01\x00\x00"))                             // a frame of 1 TiB
	f.Add([]byte("\x1f\x8b\x08\x1c\x00\x00\x00\x00\x00\xff\xff\xff"))                                             // an extra field of 64 KiB
	f.Add([]byte("PK\x03\x04PK\x05\x06\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\x7f\x04\x00\x00\x00\x00\x00")) // a directory of 2 GiB
	f.Add([]byte("\xff\xfea\x00b\x00"))
	f.Add([]byte("#x y\n#NA 1\n\r\n\"a b\" 2\r\n"))
	known := func(name string) bool { return name == "name" }
	f.Fuzz(func(t *testing.T, file []byte) {
		defer memtest.Bound(t, 32<<20+64*len(file))()
		limits := Limits{Line: 1 << 14, Bytes: 1 << 20, Columns: 100}
		for _, open := range []func(io.Reader, Limits) (*File, error){Open, OpenStart} {
			var fault *FileError
			opened, err := open(bytes.NewReader(file), limits)
			if err != nil {
				if !errors.As(err, &fault) {
					t.Fatalf("Open: %v", err)
				}
				continue
			}
			head, err := opened.ReadHead()
			if err != nil {
				if !errors.As(err, &fault) {
					t.Fatalf("ReadHead: %v", err)
				}
				continue
			}
			layout, err := DetectLayout(head.Text, head.Complete, limits, known)
			if err != nil {
				continue
			}
			readBody(t, opened.Body(head, layout), layout)
		}
	})
}

func readBody(t *testing.T, body *Chunker, layout *Layout) {
	var spans []Span
	var chunk Chunk
	for last := uint32(0); ; {
		more := body.Next(&chunk)
		chunk.EachLine(func(line []byte, no uint32) {
			if no <= last {
				t.Fatalf("line %d comes behind line %d", no, last)
			}
			last = no
			var kind Kind
			spans, kind = layout.Cut(line, spans, false)
			if kind == Row && len(spans) != layout.Columns {
				t.Fatalf("%q is a row with %d cells of %d", line, len(spans), layout.Columns)
			}
			for _, s := range spans {
				_ = s.Of(line)
			}
		})
		if !more {
			return
		}
	}
}
