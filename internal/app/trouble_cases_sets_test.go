package app

// troubleStudies: meta-analysis of studies that do not fit together, or only seem not to.
var troubleStudies = []troubleCase{
	{"study-twice", []troubleStep{
		step(turnedDown(`\ba\.tsv`, `\bcopy\.tsv`, `same`), warned(`\ba\b`, `\bcopy\b`, `same`)),
		step(turnedDown(`\ba\b`, `\bpacked\b`, `same`), warned(`\ba\b`, `\bpacked\b`, `same`)),
	}},
	{"units-38-fold", []troubleStep{
		step(turnedDown(`\bmgdl\b`, `38\.[567]|\b39\b|0\.0259`), warned(`\bmgdl\b`, `38\.[567]|\b39\b|0\.0259`)),
	}},
	{"studies-of-two-builds", []troubleStep{
		step(turnedDown(`a37[^\n]*GRCh37`, `b38[^\n]*GRCh38`)),
		step(turnedDown(`\bb38\b`, `GRCh38|\b16\b`)),
	}},
	{"x-under-two-names", []troubleStep{
		step(right(values{file: "meta.tsv.gz", truth: []string{"truth/two-studies.tsv.gz", "x-under-two-names/truth.tsv.gz"}, rows: 2230})),
	}},
	{"empty-study", []troubleStep{
		step(turnedDown(`\bb\.tsv`, `no rows|empty`)),
		step(troubleSentence(`\bc(\.tsv\.gz)?\b`, errorNamed)),
	}},
	{
		"studies-stacked",
		[]troubleStep{
			step(
				turnedDown(
					`\ball\.tsv\.gz|study “?all\b`,
					`twice|two rows|more than once|each variant|every variant`,
					`column “?"?study|["“]study["”]|\bstudy column`,
				),
			),
		},
	},
	{"ratios-with-linear-betas", []troubleStep{
		step(turnedDown(`scale`, `\blin\b`)),
	}},
}

// troubleSentence is a refusal on standard error, but not a number in a table.
func troubleSentence(says ...string) outcome {
	o := turnedDown(says...)
	o.stderr = true
	return o
}

// troubleDownloads: unusual encodings, and downloads that are not tables.
var troubleDownloads = []troubleCase{
	{"downloads-read", downloadsRead()},
	{"downloads-refused", []troubleStep{
		step(turnedDown(`no rows`)), // catalog.csv
		step(turnedDown(`cut|end(s|ed) (too early|in)|incomplete|unfinished`)), // cut.tsv
		step(turnedDown(`ends too early|cut|incomplete`)),                      // cut.tsv.gz
		step(turnedDown(`\bRTF\b|rich text`)),                                  // document.rtf
		step(turnedDown(`empty`)),                                              // empty.tsv
		step(turnedDown(`XML|web page|error page`)),                            // error.tsv
		step(turnedDown(`genotype`)),                                           // genotypes.bed
		step(turnedDown(`no rows`)),                                            // header.tsv
		step(turnedDown(`index`)),                                              // index.tbi
		step(turnedDown(`\bJSON\b`)),                                           // lines.jsonl
		step(turnedDown(`image|picture`)),                                      // manhattan.png
		step(turnedDown(`\bR (object|data)`)),                                  // object.rds
		step(turnedDown(`\bR (object|data)`)),                                  // objects.rdata
		step(turnedDown(`tar archive`)),                                        // one.tar.gz
		step(turnedDown(`another gzip|twice`)),                                 // packed-twice.tsv.gz
		step(turnedDown(`7-?zip`)),                                             // packed.7z
		step(turnedDown(`\bxz\b`)),                                             // packed.tsv.xz
		step(turnedDown(`web page`)),                                           // page.txt.gz
		step(turnedDown(`\bPDF\b`)),                                            // paper.pdf
		step(turnedDown(`LFS pointer|Git LFS|pointer (file )?of`)),             // pointer.tsv
		step(turnedDown(`header|not a table|no table|columns`)),                // readme.txt
		step(turnedDown(`\bJSON\b`)),                                           // rows.json
		step(turnedDown(`workbook|Excel`)),                                     // sheet.xlsx
		step(turnedDown(`database|SQLite`)),                                    // sqlite.db
		step(turnedDown(`parquet`)),                                            // table.parquet
		step(turnedDown(`more than one file|two files`)),                       // two.zip
		step(turnedDown(`UTF-16`)),                                             // utf16-without-mark.txt
		step(turnedDown(`\bBCF\b`)),                                            // variants.bcf
		step(turnedDown(`zero byte|damaged`)),                                  // zeros.tsv
	}},
}

// downloadsRead returns one table of 300 rows in seven containers, and the table twice.
func downloadsRead() (steps []troubleStep) {
	v := values{file: "out.tsv", truth: []string{"truth/measured.tsv.gz"}, rows: 300, first: 300}
	twice := v
	twice.rows = 600
	for range 2 {
		steps = append(steps, step(right(v)))
	}
	steps = append(steps, step(right(twice, `header`), right(v, `twice|repeat`), turnedDown(`twice`)))
	for range 5 {
		steps = append(steps, step(right(v)))
	}
	return steps
}

// troubleIndexes: the base of start and end. A table with an open question about it has no answers
// yet.
var troubleIndexes = []troubleCase{
	{"start-and-end", []troubleStep{
		step(done(), asked(`--coordinates`)), // ucsc.tsv
		step(done(`"name":"a"`).but(`"name":"b"`), turnedDown()),
		step(done(`"name":"b"`).but(`"name":"a"`), turnedDown()),
		step(done(), asked(`--coordinates`)), // cov.bedGraph
		step(done(`\b999\b`).but(`\b2000\b`), turnedDown()),
		also("index query cov.bedGraph 1:1001 --format ndjson", done(`\b2000\b`).but(`\b999\b`), turnedDown()),
		step(done()), // peaks.narrowPeak
		also("index query peaks.narrowPeak 1:1000 --format ndjson", done(`\b999\b`).but(`\b2000\b`)),
		also("index query peaks.narrowPeak 1:1001 --format ndjson", done(`\b2000\b`).but(`\b999\b`)),
		step(done()), // closed.tsv
		step(done(`"gene":"A"`)),
		also("index query closed.tsv 1:2001 --format ndjson", done().but(`"gene":"A"`)),
		step(done()), // sci.tsv
		step(done(`1e\+06|1000000`, `1000001`)),
		step(done()), // mixchr.tsv
		step(done(`"pos":9\b`, `"pos":10\b`, `"pos":11\b`)),
		step(done()), // sv.vcf
		step(done(`del1`)),
		step(done(), turnedDown(`comma`)),          // semi.csv
		step(turnedDown(`\bend`, `before|behind`)), // gene.tsv
		step(turnedDown(`twice`, `\bp\b`)),         // dupcol.tsv
	}},
}
