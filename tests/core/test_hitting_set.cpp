// Zones are extended until every line of a stage has the cells that it needs.
#include "check.hpp"
#include "game/line_sizes.hpp"
#include "lambda/hitting_set.hpp"

using namespace kinrow;

TEST(each_line_of_a_stage_gets_the_cells_that_it_needs) {
  using Cells = SmallShape::Cells;
  const Game g(Rules{7, 7, 5});
  const LineTables<SmallShape> t(g);
  const HittingSet<SmallShape> hitting(t);
  for (int need = 1; need <= 4; ++need) {
    const ThreatStage<SmallShape> stages[] = {{t.all, t.board, need}, {t.through[24], t.board, need + 1}};
    Cells zone = Cells::one(0);
    CHECK(hitting.extend(stages, {}, t.board, zone));
    CHECK(zone.test(0) && zone.count() < t.board.count());
    for (int line = 0; line < t.all.count(); ++line)
      CHECK((t.cells[line] & zone).count() >= need + t.through[24].test(line));
  }
}

TEST(a_line_with_too_few_cells_allowed_has_no_zone) {
  const Game g(Rules{7, 7, 5});
  const LineTables<SmallShape> t(g);
  const ThreatStage<SmallShape> stage{t.all, t.board, 3};
  SmallShape::Cells zone;
  CHECK(!HittingSet<SmallShape>(t).extend({&stage, 1}, {}, SmallShape::Cells::first(30), zone));
}
