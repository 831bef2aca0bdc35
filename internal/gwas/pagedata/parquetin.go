package pagedata

import (
	"context"
	"errors"

	"cohortium/internal/gwas/parquetfile"
)

const (
	// parquetSample is the number of rows that are inspected, and sampleBytes the limit of their
	// total size: a short file may repeat a long text in each of its cells.
	parquetSample = 1000
	sampleBytes   = 16 << 20
)

var errEnough = errors.New("enough")

// openParquet reads the columns and the first rows of a Parquet file.
func openParquet(ctx context.Context, src Source) (*input, error) {
	limits := parquetfile.Limits{Columns: MaxColumns, Rows: MaxRows, Cell: MaxCell, Bytes: limitsOf(src.Limits).Bytes}
	var read, total int64
	in := &input{format: "parquet", compression: "none", header: true, rowWord: "row",
		taken: func() (int64, int64) { return read, max(total, 1) },
		extra: func() []string { return nil }}
	in.rows = func(ctx context.Context, f func(no int64, cells [][]byte) error) error {
		return parquetfile.Read(ctx, src.Data, src.Size, limits, func(parquetfile.Head) error { return nil },
			func(no int64, cells [][]byte) error {
				read = no
				return f(no, cells)
			})
	}
	size := 0
	err := parquetfile.Read(ctx, src.Data, src.Size, limits, func(h parquetfile.Head) error {
		total = h.Rows
		for _, c := range h.Columns {
			in.names, in.guessed = append(in.names, c.Name), append(in.guessed, Type(c.Type))
		}
		return nil
	}, func(no int64, cells [][]byte) error {
		row := make([]*string, len(cells))
		for i, cell := range cells {
			if cell != nil {
				text := string(cell)
				row[i] = &text
				size += len(text)
			}
		}
		in.sample = append(in.sample, row)
		if no == parquetSample || size > sampleBytes {
			return errEnough
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return nil, err
	}
	return in, nil
}
