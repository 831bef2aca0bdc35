package ldscore

import (
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	const header = "CHR\tSNP\tBP\tL2\n"
	table, err := ReadTable(strings.NewReader(header + "2\trs3\t5\t3\n1\trs1\t9\t1.5\n23\trs4\t7\t9\n1\trs2\t4\t-0.5\n1\trs5\t9\t8\n"))
	if err != nil {
		t.Fatal(err)
	}
	if table.Len() != 3 || table.Common != 0 {
		t.Fatalf("%d places and %d common variants", table.Len(), table.Common)
	}
	for i, want := range []float64{-0.5, 1.5, 3} { // 1:4, 1:9 and 2:5; the first of one place, without X
		if table.Compare(i, 1, 9) != i-1 || table.L2(i) != want {
			t.Errorf("place %d: %v, %d beside 1:9", i, table.L2(i), table.Compare(i, 1, 9))
		}
	}
	packed, err := ReadTable(pack(t, "22.l2.ldscore", scores, "22.l2.M_5_50", "16885\n"))
	if err != nil || packed.Common != 16885 || packed.Len() != 2 {
		t.Errorf("%+v, %v", packed, err)
	}
	if _, err := ReadTable(strings.NewReader("CHR\tSNP\tBP\tL2\n1\trs1\tx\t1\n")); err == nil {
		t.Error("a damaged file is read")
	}
}
