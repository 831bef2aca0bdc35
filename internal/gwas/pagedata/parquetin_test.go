package pagedata_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"cohortium/internal/gwas/pagedata"
)

// foreign is a row of a Parquet file as other programs write them.
type foreign struct {
	SNP     string    `parquet:"SNP,dict"`
	CHR     int32     `parquet:"CHR"`
	BP      int64     `parquet:"BP"`
	P       *float64  `parquet:"P,optional"`
	Beta    float32   `parquet:"BETA"`
	Coding  bool      `parquet:"coding"`
	Genes   []string  `parquet:"genes,list"`
	Scores  []float64 `parquet:"scores"`
	At      time.Time `parquet:"at,timestamp(millisecond)"`
	Cost    int64     `parquet:"cost,decimal(2:18)"`
	Count   uint32    `parquet:"count"`
	Big     int64     `parquet:"big"`
	Key     [16]byte  `parquet:"key,uuid"`
	Address struct {
		City *string `parquet:"city,optional"`
	} `parquet:"address"`
}

func TestParquetIsRead(t *testing.T) {
	t.Parallel()
	p, city := 5e-8, "Oxford"
	rows := []foreign{
		{
			SNP:    "rs1",
			CHR:    1,
			BP:     100,
			P:      &p,
			Beta:   0.1,
			Coding: true,
			Genes:  []string{"A", `B "q"`},
			Scores: []float64{1, 2.5},
			At:     time.UnixMilli(0),
			Cost:   12345,
			Count:  1 << 31,
			Big:    1<<53 + 1,
			Key:    [16]byte{0xde, 0xad, 4: 0xbe, 15: 0xef},
		},
		{SNP: "rs2", CHR: 2, BP: 200, Beta: -2, At: time.UnixMilli(1500), Cost: -5, Big: 7},
	}
	rows[1].Address.City = &city
	var file bytes.Buffer
	w := parquet.NewGenericWriter[foreign](&file, parquet.Compression(&parquet.Zstd))
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	m := converted(t, source("foreign.parquet", file.String()), pagedata.Layout{})
	const types = "snp:text:rsid chr:text:chromosome bp:number:position p:number:p_value beta:number:beta coding:boolean genes:list scores:list at:text cost:number count:number big:text key:text address_city:text"
	if m.types() != types {
		t.Errorf("columns %s\nwant    %s", m.types(), types)
	}
	want := [][]string{
		{
			"rs1",
			"1",
			"100",
			"5e-08",
			"0.1",
			"true",
			`["A","B \"q\""]`,
			"[1,2.5]",
			"1970-01-01T00:00:00Z",
			"123.45",
			"2.147483648e+09",
			"9007199254740993",
			"dead0000-be00-0000-0000-0000000000ef",
			"∅",
		},
		{"rs2", "2", "200", "∅", "-2", "false", "∅", "∅", "1970-01-01T00:00:01.5Z", "-0.05", "0", "7", "00000000-0000-0000-0000-000000000000", "Oxford"},
	}
	if diff := cmp.Diff(want, m.rows(t)); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if !m.Overview {
		t.Error("no overview")
	}
	// Damage is rejected wherever it is.
	for at := 4; at < file.Len(); at += 37 {
		damaged := bytes.Clone(file.Bytes())
		damaged[at] ^= 0xff
		_, err := convert(t, source("foreign.parquet", string(damaged)), pagedata.Layout{})
		if err != nil && strings.Contains(err.Error(), "panic") && !strings.Contains(err.Error(), "damaged") {
			t.Errorf("byte %d: %v", at, err)
		}
	}
}
