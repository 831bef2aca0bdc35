package backup

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/store"
)

// partBytes is the size of the lines after which a part of a table ends. Tables that only grow share
// all parts but the last with the backup before.
const partBytes = 4 << 20

// encode returns a row as one JSON line: an array of the values of its columns. Bytes are in base 64
// and times in RFC 3339.
func encode(row []any) ([]byte, error) {
	for i, v := range row {
		switch v := v.(type) {
		case time.Time:
			row[i] = v.Format(time.RFC3339Nano)
		case string:
			if !utf8.ValidString(v) { // JSON would replace the bytes
				return nil, fmt.Errorf("the text %q is not UTF-8", v)
			}
		}
	}
	line, err := json.Marshal(row)
	return append(line, '\n'), err
}

// decode returns the values of a line.
func decode(line []byte, columns []store.Column) ([]any, error) {
	var values []json.RawMessage
	if err := json.Unmarshal(line, &values); err != nil {
		return nil, err
	}
	if len(values) != len(columns) {
		return nil, fmt.Errorf("%d values for %d columns", len(values), len(columns))
	}
	row := make([]any, len(columns))
	for i, c := range columns {
		if string(values[i]) == "null" {
			continue
		}
		v, err := value(values[i], c.Kind)
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", c.Name, err)
		}
		row[i] = v
	}
	return row, nil
}

func value(text json.RawMessage, kind store.Kind) (any, error) {
	switch kind {
	case store.Integer:
		return as[int64](text)
	case store.Real:
		return as[float64](text)
	case store.Boolean:
		return as[bool](text)
	case store.Bytes:
		return as[[]byte](text)
	case store.Time:
		return as[time.Time](text)
	case store.Text:
		return as[string](text)
	}
	return nil, fmt.Errorf("the kind %q is not known", kind)
}

func as[T any](text json.RawMessage) (v T, err error) {
	err = json.Unmarshal(text, &v)
	return v, err
}

// lines calls fn for each row of a table as a JSON line, and returns the count and the hash of all.
func lines(ctx context.Context, v *store.Snapshot, t store.Table, fn func(line []byte) error) (rows int64, sum string, err error) {
	hash := sha256.New()
	err = v.Rows(ctx, t, func(row []any) error {
		line, err := encode(row)
		if err != nil {
			return fmt.Errorf("table %s, row %d: %w", t.Name, rows+1, err)
		}
		rows++
		_, _ = hash.Write(line) // never fails
		return fn(line)
	})
	return rows, hex.EncodeToString(hash.Sum(nil)), err
}

// parts cuts lines into compressed parts.
type parts struct {
	keep  func(content []byte) (Object, error)
	done  []Object
	lines int
	buf   bytes.Buffer
	zip   *zstd.Encoder
}

func newParts(keep func([]byte) (Object, error)) (*parts, error) {
	p := &parts{keep: keep}
	zip, err := zstd.NewWriter(&p.buf, zstd.WithEncoderConcurrency(1))
	p.zip = zip
	return p, err
}

func (p *parts) add(line []byte) error {
	if _, err := p.zip.Write(line); err != nil {
		return err
	}
	if p.lines += len(line); p.lines < partBytes {
		return nil
	}
	return p.end()
}

// end ends the part.
func (p *parts) end() error {
	if p.lines == 0 {
		return nil
	}
	if err := p.zip.Close(); err != nil {
		return err
	}
	o, err := p.keep(p.buf.Bytes())
	if err != nil {
		return err
	}
	p.done, p.lines = append(p.done, o), 0
	p.buf.Reset()
	p.zip.Reset(&p.buf)
	return nil
}

// unpack calls fn for each row of a table in a backup, and compares all with their count and hash.
func (t *Table) unpack(ctx context.Context, place *blob.Bucket, identities Identities, fn func(row []any) error) error {
	hash, rows := sha256.New(), int64(0)
	for _, o := range t.Parts {
		err := o.lines(ctx, place, identities, func(line []byte) error {
			_, _ = hash.Write(line) // never fails
			rows++
			row, err := decode(line, t.Columns)
			if err != nil {
				return err
			}
			return fn(row)
		})
		if err != nil {
			return fmt.Errorf("table %s, row %d, %s: %w", t.Name, rows, o.key(), err)
		}
	}
	if sum := hex.EncodeToString(hash.Sum(nil)); rows != t.Rows || sum != t.SHA256 {
		return fmt.Errorf("table %s: %d rows with the checksum %s, not %d with %s", t.Name, rows, sum, t.Rows, t.SHA256)
	}
	return nil
}

// lines calls fn for each line of a part, after the part was compared with its hash.
func (o Object) lines(ctx context.Context, place *blob.Bucket, identities Identities, fn func(line []byte) error) (err error) {
	r, err := o.open(ctx, place, identities)
	if err != nil {
		return err
	}
	content, err := io.ReadAll(r)
	if err := errors.Join(err, r.Close()); err != nil {
		return err
	}
	zip, err := zstd.NewReader(bytes.NewReader(content), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return err
	}
	defer zip.Close()
	for text := bufio.NewReader(zip); ; {
		line, err := text.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			return nil
		}
		if err != nil {
			return err
		}
		if err := fn(line); err != nil {
			return err
		}
	}
}
